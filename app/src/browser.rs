//! The browser: DOM helpers, its database, the text editor (JavaScript), authentication codes, files that the user chose, time slices.

pub mod asset;
pub mod database;
pub mod dom;
pub mod file;
pub mod hmac;
pub mod port;
pub mod slices;
pub mod text_editor;
