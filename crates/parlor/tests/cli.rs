//! The command line as a person meets it: the real program, real files, real pipes.

mod cli {
    mod arena;
    mod damage;
    mod engine;
    mod games_command;
    mod helped;
    mod records;
    mod replay;
    mod review;
    mod secrets;
    mod show;
    mod sim;
    mod streams;
    mod wrong_words;
}
