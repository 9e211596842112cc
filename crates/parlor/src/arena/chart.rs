//! The ratings as a picture.

use std::fmt::Write;

use super::report::Rated;

const WIDTH: f64 = 760.0;
const LEFT: f64 = 190.0;
const RIGHT: f64 = 30.0;
const TOP: f64 = 64.0;
const ROW: f64 = 34.0;
/// The scale never shows less than this, so that small differences look small.
const LEAST_SPAN: f64 = 100.0;

/// An SVG with a dot and a 95 % interval for each bot, the strongest on top.
pub(super) fn draw(heading: &str, ratings: &[Rated]) -> String {
    let low = ratings.iter().map(|rated| rated.rating - rated.error).fold(-LEAST_SPAN, f64::min);
    let high = ratings.iter().map(|rated| rated.rating + rated.error).fold(LEAST_SPAN, f64::max);
    let step = step_of(high - low);
    let (low, high) = ((low / step).floor() * step, (high / step).ceil() * step);
    let x = |rating: f64| LEFT + (rating - low) / (high - low) * (WIDTH - LEFT - RIGHT);
    let bottom = TOP + ROW * ratings.len() as f64;
    let height = bottom + 40.0;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" font-family=\"system-ui, sans-serif\" \
         font-size=\"14\" role=\"img\">\n<title>{}</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         <text x=\"{LEFT}\" y=\"26\" font-size=\"17\" font-weight=\"600\" fill=\"#222\">{}</text>\n\
         <text x=\"{LEFT}\" y=\"46\" fill=\"#666\">rating with its 95 % interval; 400 points are odds of ten to one</text>\n",
        escaped(heading),
        escaped(heading)
    );
    let mut mark = low;
    while mark <= high + step / 2.0 {
        let at = x(mark);
        // Writing to a text cannot fail.
        let _ = writeln!(
            svg,
            "<line x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"{TOP}\" y2=\"{bottom}\" stroke=\"#ddd\"/>\
             <text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#666\">{mark:+.0}</text>",
            bottom + 20.0
        );
        mark += step;
    }
    for (index, Rated { bot, rating, error, .. }) in ratings.iter().enumerate() {
        let y = TOP + ROW * (index as f64 + 0.5);
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"#222\">{}</text>\
             <line x1=\"{:.1}\" x2=\"{:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"#2b6cb0\" stroke-width=\"3\"/>\
             <circle cx=\"{:.1}\" cy=\"{y:.1}\" r=\"6\" fill=\"#2b6cb0\"/>",
            LEFT - 12.0,
            y + 5.0,
            escaped(bot),
            x(rating - error),
            x(rating + error),
            x(*rating)
        );
    }
    svg.push_str("</svg>\n");
    svg
}

/// A round distance between the marks of the scale.
fn step_of(span: f64) -> f64 {
    [10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1_000.0, 2_000.0]
        .into_iter()
        .find(|step| span / step <= 8.0)
        .unwrap_or(5_000.0)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
