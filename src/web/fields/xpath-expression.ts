import { FUNCTIONS } from "./xpath-functions";

export const AXES = [
  "ancestor",
  "ancestor-or-self",
  "attribute",
  "child",
  "descendant",
  "descendant-or-self",
  "following",
  "following-sibling",
  "parent",
  "preceding",
  "preceding-sibling",
  "self",
] as const;
export type Axis = (typeof AXES)[number];

export interface XPathStep {
  axis: Axis;
  /** `*`: any element; `text()`; `node()`; otherwise the name of an element or attribute. */
  test: string;
  predicates: Expression[];
}

export type Operator = "or" | "and" | "=" | "!=" | "<" | "<=" | ">" | ">=" | "+" | "-" | "|";

export type Expression =
  | { kind: "literal"; value: string | number }
  | { kind: "call"; name: string; parts: Expression[] }
  | { kind: "binary"; operator: Operator; left: Expression; right: Expression }
  | { kind: "filter"; of: Expression; predicates: Expression[] }
  /** `from`: where the steps begin; null: at the context node. */
  | { kind: "path"; from: Expression | "document" | null; steps: XPathStep[] };

/** Whether a predicate may depend on where a node stands among the others. */
export function isPositional(expression: Expression): boolean {
  switch (expression.kind) {
    case "literal":
      return typeof expression.value === "number";
    case "call":
      return FUNCTIONS[expression.name]!.isPositional === true || hasPosition(expression);
    case "binary":
      return expression.operator === "+" || expression.operator === "-" || hasPosition(expression);
    case "filter":
    case "path":
      return false;
  }
}

function hasPosition(expression: Expression): boolean {
  if (expression.kind === "call")
    return ["position", "last"].includes(expression.name) || expression.parts.some(hasPosition);
  return expression.kind === "binary" && (hasPosition(expression.left) || hasPosition(expression.right));
}
