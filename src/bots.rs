//! Players made of code: policies that take one of the options.
