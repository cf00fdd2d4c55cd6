//! Players made of code: policies that take one of the options. Each follows from the position and the options alone,
//! with no chance in it, so that whoever audits a game can follow what one took.

mod outlook;
pub mod policy;
