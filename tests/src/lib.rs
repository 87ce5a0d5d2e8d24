//! Shared code of the test suites: paths of inputs, the format of cases, properties of all texts, and the browser
//! driver.

pub mod archive;

pub mod chance;

pub mod paths;

pub mod case;

pub mod effort;

pub mod generated;

pub mod law;

pub mod fuzz;

pub mod repository;

pub mod static_host;

pub mod browser;
