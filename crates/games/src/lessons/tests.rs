use super::file::read;
use super::*;

/// A lesson of Gomoku that is right, to be broken in one place.
fn good() -> serde_json::Value {
    let text = serde_json::json!({"en": "Win.", "sv": "Vinn.", "zh": "取胜。"});
    let place = |x: u8, y: u8| serde_json::json!({"place": {"x": x, "y": y}});
    let played = |seat: u8, x: u8, y: u8| serde_json::json!({"seat": seat, "action": place(x, y)});
    serde_json::json!([{
        "id": "win", "title": text, "task": text, "seat": 0, "step": 2,
        "record": {
            "game": "gomoku", "rules": 1, "options": {}, "seats": 2, "seed": "0".repeat(64),
            "actions": [played(0, 1, 1), played(1, 9, 9), played(0, 2, 2)],
        },
        "decisions": [
            {
                "right": {"actions": [place(3, 3)], "text": text, "then": [played(1, 8, 8)]},
                "wrong": [{"actions": [place(4, 4)], "text": text}],
                "otherwise": text,
            },
            {"right": {"actions": [place(5, 5), place(6, 6)], "text": text}, "otherwise": text},
        ],
    }])
}

/// What is said about the lesson with something else at this place.
fn problem(path: &str, value: serde_json::Value) -> String {
    let mut lesson = good();
    *lesson.pointer_mut(path).unwrap() = value;
    read(Kind::Gomoku, &lesson.to_string()).unwrap_err().to_string()
}

#[test]
fn every_game_has_five_to_eight_lessons_that_the_rules_allow() {
    for kind in Kind::ALL {
        let all = lessons(*kind).unwrap_or_else(|error| panic!("{kind}: {error}"));
        assert!((5..=8).contains(&all.len()), "{kind} has {} lessons", all.len());
        for lesson in all {
            let frame = lesson.first_frame().unwrap();
            assert!(frame.seen.contains(&format!("\"you\":{}", lesson.seat().number())), "{}", lesson.id());
        }
    }
}

#[test]
fn every_lesson_is_solved_by_its_own_answers_and_by_no_others() {
    for lesson in Kind::ALL.iter().flat_map(|kind| lessons(*kind).unwrap()) {
        let mut line: Vec<String> = Vec::new();
        for decision in 0..lesson.decisions() {
            let mut game = lesson.begin().unwrap();
            let mut before = Vec::new();
            for (action, then) in line.iter().zip(&lesson.decisions) {
                before.push(Reply { seat: lesson.seat, action: action.clone() });
                before.extend(then.right.then.iter().cloned());
            }
            for reply in &before {
                reply.play(game.as_mut()).unwrap();
            }
            let mut others = 0;
            for action in game.legal_actions(lesson.seat) {
                let attempt = [&line[..], &[action.get().to_owned()]].concat();
                let judged = lesson.judge(&attempt).unwrap().unwrap();
                let accepted = lesson.accepted(decision).iter().any(|accepted| accepted == action.get());
                let is_last = decision + 1 == lesson.decisions();
                match judged.verdict {
                    Verdict::Solved(_) => assert!(accepted && is_last, "{}", lesson.id()),
                    Verdict::Right(_) => assert!(accepted && !is_last, "{}", lesson.id()),
                    Verdict::Wrong(_) => {
                        assert!(!accepted, "{}", lesson.id());
                        others += 1;
                    }
                    Verdict::Refused { sentence, .. } => panic!("{}: {action}: {sentence}", lesson.id()),
                }
                assert!(!judged.frames.is_empty());
            }
            assert!(others > 0, "{}", lesson.id());
            line.push(lesson.accepted(decision)[0].clone());
        }
    }
}

#[test]
fn the_rules_refuse_in_a_lesson_what_they_refuse_at_a_table() {
    let all = lessons(Kind::Chicago).unwrap();
    let lesson = all.iter().find(|lesson| lesson.id() == "win-the-trick").unwrap();
    let judged = lesson.judge(&[r#"{"play":"D3"}"#]).unwrap().unwrap();
    assert!(judged.frames.is_empty());
    let Verdict::Refused { code, sentence } = judged.verdict else { panic!("{:?}", judged.verdict) };
    assert_eq!(code, Some("must_follow_suit"));
    assert!(sentence.contains("clubs"), "{sentence}");
    let judged = lesson.judge(&["7"]).unwrap().unwrap();
    assert!(matches!(judged.verdict, Verdict::Refused { code: None, .. }));
    assert_eq!(lesson.judge(&[] as &[&str]).unwrap().unwrap_err(), NothingToDecide);
    assert_eq!(lesson.judge(&[r#"{"play":"CA"}"#; 2]).unwrap().unwrap_err(), NothingToDecide);
}

#[test]
fn a_mistake_earlier_in_a_line_is_judged_instead_of_what_follows() {
    let lessons = read(Kind::Gomoku, &good().to_string()).unwrap();
    let place = |x: u8| format!(r#"{{"place":{{"x":{x},"y":{x}}}}}"#);
    let verdict = |line: &[String]| lessons[0].judge(line).unwrap().unwrap().verdict;
    assert!(matches!(verdict(&[place(3)]), Verdict::Right(_)));
    assert!(matches!(verdict(&[place(3), place(6)]), Verdict::Solved(_)));
    assert!(matches!(verdict(&[place(3), place(8)]), Verdict::Refused { .. }));
    assert!(matches!(verdict(&[place(4), place(6)]), Verdict::Wrong(_)));
}

#[test]
fn a_lesson_that_cannot_be_is_an_error_that_says_why() {
    use serde_json::json;
    let place = |x: u8| json!({"place": {"x": x, "y": x}});
    for (path, value, said) in [
        ("/0/id", json!("Win!"), "lower case"),
        ("/0/title/zh", json!("Win"), "not Chinese"),
        ("/0/task/sv", json!(" "), "missing in sv"),
        ("/0/task/sv", json!("Win."), "not translated"),
        ("/0/step", json!(4), "only 3 steps"),
        ("/0/seat", json!(1), "is not to act"),
        ("/0/record/game", json!("golf"), "the record is of golf"),
        ("/0/record/rules", json!(99), "no rules 99"),
        ("/0/record/actions/1/action", place(1), "step 2"),
        ("/0/decisions", json!([]), "nothing to decide"),
        ("/0/decisions/0/right/actions", json!([]), "no actions"),
        ("/0/decisions/0/right/actions", json!([place(1)]), "cannot do"),
        ("/0/decisions/0/right/actions", json!([place(3), place(7)]), "one answer alone"),
        ("/0/decisions/0/wrong/0/actions", json!([place(3)]), "named twice"),
        ("/0/decisions/0/right/then/0/seat", json!(0), "decides for the person"),
        ("/0/decisions/0/right/then", json!([]), "is not to act"),
    ] {
        let error = problem(path, value);
        assert!(error.contains(said), "{path}: {error}");
    }
    let two = json!([good()[0], good()[0]]);
    assert!(read(Kind::Gomoku, &two.to_string()).unwrap_err().to_string().contains("two of this id"));
}

#[test]
fn a_lesson_in_which_everything_is_right_is_no_lesson() {
    let mut lesson = good();
    let all: Vec<_> = (0..225u8).map(|n| serde_json::json!({"place": {"x": n % 15, "y": n / 15}})).collect();
    let taken =
        [serde_json::json!({"place": {"x": 1, "y": 1}}), serde_json::json!({"place": {"x": 9, "y": 9}})];
    let free: Vec<_> = all.into_iter().filter(|action| !taken.contains(action)).collect();
    lesson[0]["decisions"] = serde_json::json!([
        {"right": {"actions": free, "text": lesson[0]["task"]}, "otherwise": lesson[0]["task"]},
    ]);
    let error = read(Kind::Gomoku, &lesson.to_string()).unwrap_err().to_string();
    assert!(error.contains("everything that is legal is right"), "{error}");
}
