use std::collections::BTreeMap;

use serde::Serialize;

use super::write;

fn same(thing: &impl Serialize) {
    let mut written = Vec::new();
    write(&mut written, thing).unwrap();
    assert_eq!(String::from_utf8(written).unwrap(), serde_json::to_string(thing).unwrap());
}

#[derive(Serialize)]
enum Shape {
    Unit,
    Newtype(u8),
    Tuple(i8, String),
    Struct { field: Option<bool>, nothing: () },
    Empty {},
}

#[derive(Serialize)]
struct Empty {}

#[test]
fn every_shape_is_written_as_everybody_writes_it() {
    same(&[Shape::Unit, Shape::Newtype(7), Shape::Tuple(-128, "x".into())]);
    same(&Shape::Struct { field: Some(true), nothing: () });
    same(&(u64::MAX, i64::MIN, 0_u8, 9_i8, 10_u16, -10_i32, 100_u32, 1.5_f32, -0.25_f64, 'é', '"'));
    same(&"quote \" backslash \\ line \n return \r tab \t bell \u{7} back \u{8} form \u{c} nul \0 🂡 é");
    same(&(Vec::<u8>::new(), BTreeMap::<u8, u8>::new(), Empty {}, [Shape::Empty {}]));
    same(&BTreeMap::from([(1, vec!["a"]), (2, Vec::new())]));
    same(&BTreeMap::from([("a \"key\"", None), ("b", Some([0_u8; 3]))]));
    let mut out = Vec::new();
    assert!(write(&mut out, &BTreeMap::from([(vec![1], 2)])).is_err());
}

#[test]
fn what_is_odd_is_found_in_every_place_and_every_number_is_written_whole() {
    for length in 1..20 {
        for place in 0..length {
            for odd in ['"', '\\', '\u{1f}', '\n', '\0', ' ', '!', '#', '[', ']', '\u{7f}', 'é', '🂡'] {
                let mut text = vec!['a'; length];
                text[place] = odd;
                same(&text.into_iter().collect::<String>());
            }
        }
    }
    let mut number = 1_u64;
    for _ in 0..19 {
        number *= 10;
        same(&[number - 1, number, number + 1, number / 3]);
    }
    same(&[0, 1, 9, 10, 11, 99, 100, u64::MAX]);
}
