"""The message types for the browser: `python -m branchline.server.typescript > frontend/src/protocol.gen.ts`.

Made from the same JSON Schema as the OpenAPI document, so that the three cannot differ.
"""

from __future__ import annotations

import sys
from typing import Any

from branchline.server import openapi
from branchline.server import questions as q

HEAD = """// Made by `python -m branchline.server.typescript`; a test says when it is not current.

export type Action = (string | number | Point | Point[])[];
export type Point = [number, number];
"""
NAMES = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}
ACTIONS = ("do", "propose", "action")
LISTS_OF_ACTIONS = ("try", "choices", "events", "meant", "better", "plan", "turn", "then")


def module() -> str:
    """The whole file."""
    schemas = openapi.document()["components"]["schemas"]
    parts = [HEAD, *(interface(name, schema) for name, schema in schemas.items())]
    questions = [kind.__name__ for kind in q.VERBS.values()]
    answers = [name for name, schema in schemas.items() if "type" in schema.get("properties", {})]
    answers = [name for name in answers if "const" in tag(schemas[name]) or "enum" in tag(schemas[name])]
    parts += [union("Question", questions), union("Answer", answers)]
    return "\n".join(parts)


def union(name: str, members: list[str]) -> str:
    return f"export type {name} =" + "".join(f"\n  | {each}" for each in members) + ";\n"


def tag(schema: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = schema["properties"]["type"]
    return found


def interface(name: str, schema: dict[str, Any]) -> str:
    required = schema.get("required", [])
    lines = [f"/** {schema['description']} */"] if schema.get("description") else []
    lines.append(f"export interface {name} {{")
    for field, kind in schema["properties"].items():
        mark = "" if field in required else "?"
        lines.append(f"  {field}{mark}: {field_type(field, kind)};")
    return "\n".join([*lines, "}\n"])


def field_type(field: str, schema: dict[str, Any]) -> str:
    """An action is one wherever it stands; all else is as the schema says."""
    if field in ACTIONS:
        return "Action"
    if field in LISTS_OF_ACTIONS and schema.get("type") == "array":
        return "Action[]"
    if field == "table":
        return "TableNow"  # answers know plans, so a plan cannot name their kind
    return type_of(schema)


def type_of(schema: dict[str, Any]) -> str:
    """
    >>> type_of({"anyOf": [{"type": "integer"}, {"type": "null"}]})
    'number | null'
    >>> type_of({"type": "array", "items": {"enum": ["a", "b"]}})
    '("a" | "b")[]'
    """
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[1]
    if "anyOf" in schema:
        return " | ".join(type_of(each) for each in schema["anyOf"])
    if "const" in schema:
        return literal(schema["const"])
    if "enum" in schema:
        return " | ".join(map(literal, schema["enum"]))
    kind = schema.get("type")
    if kind == "array" and "prefixItems" in schema:
        return f"[{', '.join(type_of(each) for each in schema['prefixItems'])}]"
    if kind == "array":
        inside = type_of(schema.get("items", {}))
        return f"({inside})[]" if " " in inside and not inside.startswith("[") else f"{inside}[]"
    if kind == "object":
        values = schema.get("additionalProperties")
        return f"Record<string, {type_of(values) if isinstance(values, dict) else 'unknown'}>"
    return NAMES.get(kind or "", "unknown")


def literal(value: Any) -> str:
    if value is True or value is False:
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else "null" if value is None else str(value)


if __name__ == "__main__":
    sys.stdout.write(module())
