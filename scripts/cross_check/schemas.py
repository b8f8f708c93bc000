"""JSON schemas of model files, as `tumble schema` prints them: their keys, and whether they accept a model."""


class Schema:
    """A schema with its definitions."""

    def __init__(self, schema):
        self.root, self.definitions = schema, schema.get("$defs", {})

    def alternatives(self, node):
        """The schemas that a node stands for; `null`, which TOML does not have, is none."""
        if "$ref" in node:
            return self.alternatives(self.definitions[node["$ref"].rpartition("/")[2]])
        several = node.get("anyOf") or node.get("oneOf")
        if several:
            return [found for one in several for found in self.alternatives(one)]
        return [] if node.get("type") == "null" else [node]

    def keys(self, node=None, path=()):
        """All keys as paths, each with its alternatives; `[]` is any element of a list."""
        for one in self.alternatives(node or self.root):
            children = [(name, child) for name, child in one.get("properties", {}).items()]
            children += [("[]", one["items"])] if "items" in one else []
            for name, child in children:
                yield (*path, name), self.alternatives(child)
                yield from self.keys(child, (*path, name))

    def accepts(self, value, node=None):
        """Whether a value fits a node."""
        return any(self._fits(value, one) for one in self.alternatives(node or self.root))

    def _fits(self, value, node):
        kinds = node.get("type", [])
        kinds = [kinds] if isinstance(kinds, str) else kinds
        if kinds and kind(value) not in kinds:
            return False
        if ("const" in node and value != node["const"]) or ("enum" in node and value not in node["enum"]):
            return False
        if kind(value) == "integer":
            return node.get("minimum", value) <= value <= node.get("maximum", value)
        if kind(value) == "string":
            return node.get("minLength", 0) <= len(value) <= node.get("maxLength", len(value))
        if kind(value) == "array":
            is_long_enough = node.get("minItems", 0) <= len(value) <= node.get("maxItems", len(value))
            return is_long_enough and all(self.accepts(element, node["items"]) for element in value)
        if kind(value) == "object":
            return self._fits_table(value, node)
        return True

    def _fits_table(self, table, node):
        known = node.get("properties", {})
        is_complete = all(name in table for name in node.get("required", []))
        return is_complete and all(name in known and self.accepts(value, known[name]) for name, value in table.items())

    def example(self, node):
        """A value for a key that a model does not have."""
        one = self.alternatives(node)[0]
        if "const" in one or "enum" in one:
            return one.get("const", one.get("enum", [None])[0])
        kinds = one.get("type", "object")
        match kinds if isinstance(kinds, str) else kinds[0]:
            case "integer":
                return max(1, one.get("minimum", 1))
            case "boolean":
                return True
            case "string":
                return "1"
            case "array":
                return [self.example(one["items"]) for _ in range(one.get("minItems", 1))]
        required = one.get("required", [])
        return {name: self.example(child) for name, child in one.get("properties", {}).items() if name in required}


def kind(value):
    """The type of a value, as schemas call it."""
    names = {bool: "boolean", int: "integer", str: "string", list: "array", dict: "object"}
    return names[type(value)]
