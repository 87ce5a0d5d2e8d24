//! The placement of the demands of a template on the candidates of an inventory.

pub mod build;
pub mod conflict;
pub mod exact;
pub mod inventory;
pub mod preview;
pub mod problem;
pub mod ranking;
pub mod replay;
pub mod sensitivity;
