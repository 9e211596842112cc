//! A screen as an SVG picture, and several as an animation.

use std::collections::BTreeMap;
use std::fmt::Write;

const CELL: (f32, f32) = (8.4, 18.0);
const MARGIN: f32 = 14.0;
const SECONDS_A_FRAME: f32 = 1.1;

/// The colours of a terminal.
#[derive(Clone, Copy)]
pub(crate) struct Theme {
    ground: &'static str,
    text: &'static str,
}

pub(crate) const DARK: Theme = Theme { ground: "#1b1d21", text: "#e6e2d8" };
pub(crate) const LIGHT: Theme = Theme { ground: "#fbf8f1", text: "#2b2a27" };

/// One of the 256 colours of terminals.
fn indexed(index: u8) -> String {
    const FIRST: [&str; 16] = [
        "#000000", "#d5443a", "#3f9142", "#b58900", "#3b78c2", "#a4488f", "#2f9c95", "#c7c3b8", "#7a7770",
        "#e5554b", "#55b158", "#d7a520", "#5a96dd", "#c066ab", "#4fbcb4", "#ffffff",
    ];
    match index {
        0..16 => FIRST[usize::from(index)].to_owned(),
        16..232 => {
            let level = |part: u8| if part == 0 { 0 } else { 55 + 40 * u32::from(part) };
            let cube = index - 16;
            format!("#{:02x}{:02x}{:02x}", level(cube / 36), level(cube / 6 % 6), level(cube % 6))
        }
        _ => {
            let grey = 8 + 10 * u32::from(index - 232);
            format!("#{grey:02x}{grey:02x}{grey:02x}")
        }
    }
}

fn colour(colour: vt100::Color, default: &str) -> String {
    match colour {
        vt100::Color::Default => default.to_owned(),
        vt100::Color::Idx(index) => indexed(index),
        vt100::Color::Rgb(red, green, blue) => format!("#{red:02x}{green:02x}{blue:02x}"),
    }
}

/// One row: the grounds that are not the usual one, then the text in runs of one style, each sign at its column.
fn row(screen: &vt100::Screen, row: u16, theme: Theme) -> String {
    let mut svg = String::new();
    let mut runs: BTreeMap<String, (Vec<String>, String)> = BTreeMap::new();
    for column in 0..screen.size().1 {
        let Some(cell) = screen.cell(row, column) else { continue };
        let (mut text, mut ground) =
            (colour(cell.fgcolor(), theme.text), colour(cell.bgcolor(), theme.ground));
        if cell.inverse() {
            std::mem::swap(&mut text, &mut ground);
        }
        let x = f32::from(column) * CELL.0;
        if ground != theme.ground {
            write!(
                svg,
                r#"<rect x="{x:.1}" y="0" width="{:.1}" height="{}" fill="{ground}"/>"#,
                CELL.0 + 0.1,
                CELL.1
            )
            .unwrap();
        }
        let sign = cell.contents();
        if sign.is_empty() || sign == " " {
            continue;
        }
        let bold = if cell.bold() { r#" font-weight="bold""# } else { "" };
        let dim = if cell.dim() { r#" opacity="0.62""# } else { "" };
        let (places, signs) = runs.entry(format!(r#"fill="{text}"{bold}{dim}"#)).or_default();
        places.push(format!("{x:.1}"));
        signs.push_str(&sign.replace('&', "&amp;").replace('<', "&lt;"));
    }
    for (style, (places, signs)) in runs {
        write!(svg, r#"<text y="13.5" x="{}" {style}>{signs}</text>"#, places.join(" ")).unwrap();
    }
    svg
}

/// Screens one after the other; one of them is a still picture.
pub(crate) fn svg(frames: &[vt100::Screen], theme: Theme, title: &str) -> String {
    let (rows, columns) = frames[0].size();
    let size = (f32::from(columns) * CELL.0 + 2.0 * MARGIN, f32::from(rows) * CELL.1 + 2.0 * MARGIN);
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    let mut pictures = String::new();
    for (number, screen) in frames.iter().enumerate() {
        let delay = number as f32 * SECONDS_A_FRAME;
        write!(pictures, r#"<g class="f" style="animation-delay:{delay:.1}s">"#).unwrap();
        for line in 0..rows {
            let drawn = row(screen, line, theme);
            if !drawn.is_empty() {
                let next = known.len();
                let id = known.entry(drawn).or_insert(next);
                write!(pictures, r##"<use href="#r{id}" y="{}"/>"##, f32::from(line) * CELL.1).unwrap();
            }
        }
        pictures.push_str("</g>\n");
    }
    let mut rows_by_id: Vec<_> = known.into_iter().map(|(drawn, id)| (id, drawn)).collect();
    rows_by_id.sort_unstable();
    let mut defined = String::new();
    for (id, drawn) in rows_by_id {
        writeln!(defined, r#"<g id="r{id}">{drawn}</g>"#).unwrap();
    }
    let count = frames.len();
    let style = if count == 1 {
        String::new()
    } else {
        // People who do not want motion see the last screen.
        let whole = count as f32 * SECONDS_A_FRAME;
        let share = 100.0 / count as f32;
        format!(
            ".f{{visibility:hidden;animation:f {whole:.1}s step-end infinite}}\
             @keyframes f{{0%{{visibility:visible}}{share:.2}%{{visibility:hidden}}}}\
             @media (prefers-reduced-motion:reduce){{.f{{animation:none}}.f:last-of-type{{visibility:visible}}}}"
        )
    };
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{:.0}" height="{:.0}" viewBox="0 0 {:.1} {:.1}" role="img">
<title>{title}</title>
<style>text{{font:14px "DejaVu Sans Mono",Menlo,Consolas,monospace;white-space:pre}}{style}</style>
<rect width="100%" height="100%" rx="10" fill="{}"/>
<defs>{defined}</defs>
<g transform="translate({MARGIN},{MARGIN})">
{pictures}</g>
</svg>
"#,
        size.0, size.1, size.0, size.1, theme.ground
    )
}
