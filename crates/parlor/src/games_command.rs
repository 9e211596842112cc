//! `parlor games`: what can be played.

use std::io::Write;

use anyhow::Result;
use game::GameSpec;
use games::Kind;

use crate::cli::GamesArgs;
use crate::output;

pub(crate) fn run(args: &GamesArgs) -> Result<()> {
    let mut out = output::stdout();
    let chosen: Vec<Kind> = args.game.map_or_else(|| Kind::ALL.to_vec(), |kind| vec![kind]);
    let books: Vec<GameSpec> = chosen.into_iter().map(Kind::spec).collect();
    if args.json {
        match (args.game, books.first()) {
            (Some(_), Some(book)) => output::json_line(&mut out, book)?,
            _ => output::json_line(&mut out, &books)?,
        }
    } else {
        for (index, book) in books.iter().enumerate() {
            if index > 0 {
                writeln!(out)?;
            }
            write_book(&mut out, book)?;
        }
    }
    out.flush()?;
    Ok(())
}

fn write_book(out: &mut impl Write, book: &GameSpec) -> Result<()> {
    writeln!(out, "{}  ({})", book.title, book.name)?;
    writeln!(out, "  {}", book.summary)?;
    let goal = if book.low_score_wins { "; the lowest score wins" } else { "" };
    writeln!(
        out,
        "  {} to {} players, usually {}{goal}",
        book.min_seats, book.max_seats, book.default_seats
    )?;
    let rows: Vec<_> = book
        .options
        .iter()
        .map(|option| (option.name, &option.default, option.range.to_string(), option.description))
        .collect();
    let width =
        |column: fn(&(&str, &String, String, &str)) -> usize| rows.iter().map(column).max().unwrap_or(0);
    let name_width = width(|row| row.0.len()).max("option".len());
    let default_width = width(|row| row.1.len()).max("default".len());
    let range_width = width(|row| row.2.len()).max("range".len());
    if !rows.is_empty() {
        writeln!(
            out,
            "  {:name_width$}  {:default_width$}  {:range_width$}  description",
            "option", "default", "range"
        )?;
    }
    for (name, default, range, description) in &rows {
        writeln!(out, "  {name:name_width$}  {default:default_width$}  {range:range_width$}  {description}")?;
    }
    Ok(())
}
