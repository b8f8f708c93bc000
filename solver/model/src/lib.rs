#![doc = include_str!("../README.md")]
//!
//! # Where things are
//!
//! | module | what |
//! |---|---|
//! | [`model`] | variables, constraints of four kinds, objective; whether values satisfy them |
//! | [`lower`] | from the constraints of a model to those that a solver takes |
//! | [`lp`] | linear programs with exact bounds from any duals |
//! | [`names`] | names that a person may have misspelt |
//! | [`text`] | the text in bytes from outside |
//! | [`session`] | work with a solver, and what is believed of it |
//! | [`conflict`](mod@conflict) | things that have no solution together |
//! | [`control`] | what every way of solving shares: requests, verdicts, limits, progress |

pub mod conflict;
pub mod control;
pub mod lower;
pub mod lp;
pub mod model;
pub mod names;
pub mod session;
pub mod text;
