//! The chances to win through a game as a picture.

use std::fmt::Write;

use bots::GameReview;

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 360.0;
const LEFT: f64 = 56.0;
const RIGHT: f64 = 84.0;
const TOP: f64 = 64.0;
const BOTTOM: f64 = 40.0;
const COLOURS: [&str; 4] = ["#26733f", "#b8331f", "#27488f", "#80620a"];

/// An SVG with a line for each seat: its chance after each of its decisions, and its result. Marks stand at costly decisions.
pub(super) fn draw(title: &str, review: &GameReview) -> String {
    let steps = review.steps.max(1) as f64;
    let x = |step: usize| LEFT + step as f64 / steps * (WIDTH - LEFT - RIGHT);
    let y = |chance: f64| TOP + (1.0 - chance) * (HEIGHT - TOP - BOTTOM);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"system-ui, sans-serif\" \
         font-size=\"14\" role=\"img\">\n<title>{title}: chance to win</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         <text x=\"{LEFT}\" y=\"26\" font-size=\"17\" font-weight=\"600\" fill=\"#222\">{title}</text>\n\
         <text x=\"{LEFT}\" y=\"46\" fill=\"#666\">chance to win, as each seat could see it; marks: costly decisions</text>\n"
    );
    // Writing to a text cannot fail.
    for part in [0.0, 0.25, 0.5, 0.75, 1.0] {
        let _ = writeln!(
            svg,
            "<line x1=\"{LEFT}\" x2=\"{:.1}\" y1=\"{1:.1}\" y2=\"{1:.1}\" stroke=\"#ddd\"/>\
             <text x=\"{2:.1}\" y=\"{3:.1}\" text-anchor=\"end\" fill=\"#666\">{4:.0} %</text>",
            WIDTH - RIGHT,
            y(part),
            LEFT - 8.0,
            y(part) + 5.0,
            100.0 * part
        );
    }
    for (seat, sum) in review.seats.iter().enumerate() {
        let own = review.decisions.iter().filter(|decision| decision.seat.index() == seat);
        let values = own.filter_map(|decision| Some((decision.step, decision.played_value?)));
        let even = 1.0 / review.seats.len() as f64;
        let points = std::iter::once((0, even)).chain(values).chain([(review.steps, sum.result)]);
        let line: Vec<String> =
            points.map(|(step, chance)| format!("{:.1},{:.1}", x(step), y(chance))).collect();
        let colour = COLOURS[seat % COLOURS.len()];
        let dashes = if seat < COLOURS.len() { "" } else { " stroke-dasharray=\"5 3\"" };
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"{dashes}/>\
             <text x=\"{:.1}\" y=\"{:.1}\" fill=\"{colour}\">seat {seat}</text>",
            line.join(" "),
            WIDTH - RIGHT + 8.0,
            // Seats with the same result stand below each other.
            y(sum.result) + 5.0 + 16.0 * equals_before(review, seat) as f64
        );
    }
    for decision in review.decisions.iter().filter(|decision| decision.grade > 0) {
        let _ = writeln!(
            svg,
            "<line x1=\"{0:.1}\" x2=\"{0:.1}\" y1=\"{1:.1}\" y2=\"{2:.1}\" stroke=\"{3}\" stroke-width=\"3\"/>",
            x(decision.step),
            HEIGHT - BOTTOM + 4.0,
            HEIGHT - BOTTOM + 4.0 + 8.0 * f64::from(decision.grade),
            COLOURS[decision.seat.index() % COLOURS.len()]
        );
    }
    svg.push_str("</svg>\n");
    svg
}

fn equals_before(review: &GameReview, seat: usize) -> usize {
    let result = review.seats[seat].result;
    review.seats[..seat].iter().filter(|other| (other.result - result).abs() < 0.04).count()
}
