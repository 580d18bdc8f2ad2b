"""The published JSON Schema (draft 2020-12) of the plan file, made from the records of a plan themselves.

Editors use it to complete and check a plan as it is written. The reader does not: it is stricter, and knows lines.
Pydantic is loaded with this module, and with no other.
"""

from __future__ import annotations

from typing import Any, Final

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from headwater.plan.leaves import Answer, Choice, Count, Date, Leaf, NoneFound, Number, Text
from headwater.plan.plan import Plan
from headwater.plan.schema_parts import LEAF_SCHEMAS, SHARED, WORD_WITH_SOURCE, quantity_schema
from headwater.units import Quantity

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"

# Fields of the records that no plan file writes.
NOT_WRITTEN: Final = frozenset({"line", "file", "sha256", "computed"})


def plan_schema() -> dict[str, Any]:
    """Return the JSON Schema of the plan file."""
    made = TypeAdapter(Plan).json_schema(schema_generator=_PlanFile, by_alias=True)
    definitions = made.pop("$defs")
    names: set[str] = set()
    body = _refer(made, names)
    definitions = {name: _refer(definition, names) for name, definition in definitions.items()}
    for name in names:
        definitions[name] = WORD_WITH_SOURCE if name == "word_with_source" else quantity_schema(name)
    return {
        "$schema": DIALECT,
        "title": "Headwater plan file",
        **{key: value for key, value in body.items() if key != "title"},
        "$defs": dict(sorted(definitions.items())),
    }


def _refer(schema: Any, names: set[str]) -> Any:
    """Put references where shared definitions are meant, drop defaults and titles, and note the names used."""
    if isinstance(schema, list):
        return [_refer(part, names) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if SHARED in schema:
        names.add(schema[SHARED])
        rest = {key: value for key, value in schema.items() if key != SHARED}
        return {"$ref": f"#/$defs/{schema[SHARED]}", **rest}
    return {
        key: {name: _refer(part, names) for name, part in value.items()}
        if key == "properties"
        else _refer(value, names)
        for key, value in schema.items()
        if key != "default" and not (key == "title" and isinstance(value, str))
    }


class _PlanFile(GenerateJsonSchema):
    """Pydantic's generator, told what the leaves of a plan look like in the file."""

    def dataclass_schema(self, schema: core_schema.DataclassSchema) -> JsonSchemaValue:
        kind = schema["cls"]
        if issubclass(kind, Quantity | Choice | NoneFound):
            return {}  # said by the mark beside the field
        if issubclass(kind, Text | Answer | Date | Count | Number):
            return LEAF_SCHEMAS[kind.__name__]
        assert not issubclass(kind, Leaf), f"no schema for {kind.__name__}"
        made = super().dataclass_schema(schema)
        made["additionalProperties"] = False
        made["description"] = " ".join((kind.__doc__ or "").partition("\n\n")[0].split())
        return made

    def tuple_schema(self, schema: core_schema.TupleSchema) -> JsonSchemaValue:
        return {"anyOf": [super().tuple_schema(schema), {"enum": ["none", "unknown"]}]}

    def dataclass_args_schema(self, schema: core_schema.DataclassArgsSchema) -> JsonSchemaValue:
        written = [field for field in schema["fields"] if field["name"] not in NOT_WRITTEN]
        return super().dataclass_args_schema({**schema, "fields": written})
