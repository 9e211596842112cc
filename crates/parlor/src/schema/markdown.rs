//! A page about one game's part of the protocol, field by field, from its schema.

use std::fmt::Write;

use serde_json::Value;

/// The page of a game.
pub(super) fn page(name: &str, document: &Value) -> String {
    let title = text(document, "title");
    let mut page = format!(
        "# {title}: views, actions, events and options\n\n\
         Generated from the types of the game; [{name}.json]({name}.json) is the JSON Schema. The frame around every view \
         (`you`, `to_act`, `legal`, …) is described in the [protocol](../protocol.md#what-a-client-sees), the rules of the \
         game are [here](../games/{name}.md).\n"
    );
    let definitions = &document["$defs"];
    let mut done = vec!["LegalActions".to_owned(), "Outcome".to_owned(), "Seen".to_owned()];
    for (name, heading) in
        [("View", "View"), ("Action", "Actions"), ("Event", "Events"), ("Options", "Options")]
    {
        section(&mut page, heading, &definitions[name]);
        done.push(name.to_owned());
    }
    if let Some(reasons) = definitions.get("Reason") {
        section(&mut page, "Reasons of hints", reasons);
        done.push("Reason".to_owned());
    }
    page.push_str("\n## Other types\n");
    let Some(all) = definitions.as_object() else { return page };
    for (name, schema) in all.iter().filter(|(name, _)| !done.contains(name)) {
        write!(page, "\n### {name}\n").unwrap_or_default();
        body(&mut page, schema);
    }
    page
}

fn section(page: &mut String, heading: &str, schema: &Value) {
    page.push_str("\n## ");
    page.push_str(heading);
    page.push('\n');
    body(page, schema);
}

/// The description of a type, and a table of its fields or of its forms.
fn body(page: &mut String, schema: &Value) {
    let description = text(schema, "description");
    if !description.is_empty() {
        *page += &format!("\n{description}\n");
    }
    if let Some(fields) = schema["properties"].as_object() {
        page.push_str("\n| Field | Type | Meaning |\n| --- | --- | --- |\n");
        for (name, field) in fields {
            *page += &format!("| `{name}` | {} | {} |\n", cell(&kind(field)), meaning(field));
        }
    } else if let Some(forms) = schema["oneOf"].as_array() {
        page.push_str("\n| JSON | Meaning |\n| --- | --- |\n");
        for form in forms {
            *page += &format!("| {} | {} |\n", cell(&json_form(form)), meaning(form));
        }
    } else if description.is_empty() || schema.get("type").is_some() {
        *page += &format!("\nJSON: {}.\n", kind(schema));
    }
}

fn text<'a>(schema: &'a Value, key: &str) -> &'a str {
    schema[key].as_str().unwrap_or_default()
}

/// The description on one line, with the fields of a form below it.
fn meaning(schema: &Value) -> String {
    let mut meaning = text(schema, "description").replace('\n', " ");
    if let Some(default) = schema.get("default").filter(|default| !default.is_null()) {
        let stop = if meaning.ends_with('.') { "" } else { "." };
        meaning += &format!("{stop} Default: `{}`.", default.to_string().trim_matches('"'));
    }
    let inner = schema["properties"].as_object().and_then(|form| form.values().next());
    for (name, field) in inner.and_then(|inner| inner["properties"].as_object()).into_iter().flatten() {
        meaning +=
            &format!("<br>`{name}` ({}): {}", kind(field), text(field, "description").replace('\n', " "));
    }
    cell(&meaning)
}

/// A text inside a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

/// What kind of JSON a schema describes, in a few words.
fn kind(schema: &Value) -> String {
    if let Some(reference) = schema["$ref"].as_str() {
        let name = reference.rsplit('/').next().unwrap_or_default();
        return match name {
            "Action" => "[action](#actions)".to_owned(),
            _ => format!("[{name}](#{})", name.to_lowercase()),
        };
    }
    if let Some(value) = schema.get("const") {
        return format!("`{value}`");
    }
    if let Some(values) = schema["enum"].as_array() {
        return values.iter().map(|value| format!("`{value}`")).collect::<Vec<_>>().join(" or ");
    }
    if let Some(any) = schema["anyOf"].as_array().or_else(|| schema["oneOf"].as_array()) {
        return any.iter().map(kind).collect::<Vec<_>>().join(" or ");
    }
    match &schema["type"] {
        Value::String(name) if name == "array" => {
            let length = schema["minItems"].as_u64().filter(|_| schema["minItems"] == schema["maxItems"]);
            let items = kind(&schema["items"]);
            length.map_or_else(|| format!("list of {items}"), |length| format!("list of {length}: {items}"))
        }
        Value::String(name) if name == "null" => "`null`".to_owned(),
        // A bound that is not that of the number's type.
        Value::String(name) if name == "integer" && schema.get("format").is_none() => {
            format!("integer, {} to {}", schema["minimum"], schema["maximum"])
        }
        Value::String(name) => name.clone(),
        Value::Array(names) => names.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" or "),
        _ => "anything".to_owned(),
    }
}

/// How one form of several is written: `"roll"`, `{"place": Crossing}`.
fn json_form(form: &Value) -> String {
    if let Some(value) = form.get("const") {
        return format!("`{value}`");
    }
    let Some((name, inner)) = form["properties"].as_object().and_then(|fields| fields.iter().next()) else {
        return kind(form);
    };
    match inner["properties"].as_object() {
        Some(fields) => {
            let fields: Vec<_> = fields.keys().map(|name| format!("\"{name}\": …")).collect();
            format!("`{{\"{name}\": {{{}}}}}`", fields.join(", "))
        }
        None => format!("`{{\"{name}\":` {}`}}`", kind(inner)),
    }
}
