//! Empty: its manifest is what it is for.
