//! The program `descriptorium`.
