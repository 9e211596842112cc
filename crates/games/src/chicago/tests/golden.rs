//! Whole games told in sentences, to be read as a diff.
