//! The harness of the suites: where the inputs lie, how a case is written, and what must hold for every text.

pub mod archive;

pub mod paths;

pub mod case;

pub mod generated;

pub mod law;

pub mod static_host;

pub mod browser;
