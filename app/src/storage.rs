//! Sources of files: a program, a folder, the browser's database, a download.

pub mod access;
pub mod contents;
pub mod download;
pub mod drafts;
pub mod example;
pub mod file_watching;
pub mod folder;
pub mod host;
pub mod host_catalog;
pub mod known_folders;
pub mod lazy;
pub mod picture;
pub mod saving;
pub mod server;
pub mod startup;
