//! Solution files.
