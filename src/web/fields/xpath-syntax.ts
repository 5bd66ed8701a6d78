import { isPositional, AXES, type Axis, type Expression, type Operator, type XPathStep } from "./xpath-expression";
import { tokensOf, XPathFault, type XPathToken } from "./xpath-tokens";
import { FUNCTIONS } from "./xpath-functions";

const MAX_STEPS = 40;
const MAX_DEPTH = 20;
const LEVELS: ReadonlyArray<readonly Operator[]> = [
  ["or"],
  ["and"],
  ["=", "!="],
  ["<", "<=", ">", ">="],
  ["+", "-"],
  ["|"],
];
/** Reads the expressions of XPath 1.0, without namespaces, variables, multiplication and comments. */
class Reader {
  private at = 0;
  private depth = 0;
  private steps = 0;
  readonly attributes = new Set<string>();
  private readonly tokens: readonly XPathToken[];

  constructor(text: string) {
    this.tokens = tokensOf(text);
  }

  whole(): Expression {
    const expression = this.expression(0);
    if (this.token().kind !== "end")
      throw new XPathFault(`has an unexpected ${this.token().text.slice(0, 30) || "text"}`);
    return expression;
  }

  private token(ahead = 0): XPathToken {
    return this.tokens[Math.min(this.at + ahead, this.tokens.length - 1)]!;
  }

  private isMark(text: string, ahead = 0): boolean {
    const token = this.token(ahead);
    return token.kind === "mark" && token.text === text;
  }

  private take(text: string): boolean {
    if (!this.isMark(text)) return false;
    this.at++;
    return true;
  }

  private expect(text: string): void {
    if (!this.take(text)) throw new XPathFault(`needs ${text} ${this.where()}`);
  }

  private where(): string {
    const { kind, text } = this.token();
    return kind === "end" ? "at its end" : `before ${text.slice(0, 30) || "an empty text"}`;
  }

  private expression(level: number): Expression {
    const operators = LEVELS[level];
    if (!operators) return this.path();
    if (level === 0 && ++this.depth > MAX_DEPTH) throw new XPathFault("is nested too deeply");
    let left = this.expression(level + 1);
    for (;;) {
      const { kind, text } = this.token();
      const isWord = kind === "name" && (text === "or" || text === "and");
      if ((kind === "mark" && text === "*") || (kind === "name" && (text === "div" || text === "mod")))
        throw new XPathFault("multiplication and division are not supported");
      const operator = kind === "mark" || isWord ? operators.find((each) => each === text) : undefined;
      if (!operator) break;
      this.at++;
      left = { kind: "binary", operator, left, right: this.expression(level + 1) };
    }
    if (level === 0) this.depth--;
    return left;
  }

  private path(): Expression {
    if (this.isMark("/") || this.isMark("//")) {
      const isDeep = this.isMark("//");
      if (!isDeep) this.at++;
      if (!isDeep && !this.beginsStep()) return { kind: "path", from: "document", steps: [] };
      return { kind: "path", from: "document", steps: this.relative(isDeep) };
    }
    const primary = this.primary();
    if (primary === null) return { kind: "path", from: null, steps: this.relative(false) };
    const predicates = this.predicates();
    const of: Expression = predicates.length > 0 ? { kind: "filter", of: primary, predicates } : primary;
    if (this.isMark("//")) return { kind: "path", from: of, steps: this.relative(true) };
    return this.take("/") ? { kind: "path", from: of, steps: this.relative(false) } : of;
  }

  private beginsStep(): boolean {
    return this.token().kind === "name" || ["*", "@", ".", ".."].some((mark) => this.isMark(mark));
  }

  /** A text, a number, a call or an expression in parentheses; null: something else. */
  private primary(): Expression | null {
    const { kind, text } = this.token();
    if (this.isMark("$")) throw new XPathFault("variables are not supported");
    if (kind === "number" || kind === "text") {
      this.at++;
      return { kind: "literal", value: kind === "number" ? Number(text) : text };
    }
    if (this.take("-")) {
      const right = this.path();
      return { kind: "binary", operator: "-", left: { kind: "literal", value: 0 }, right };
    }
    if (this.take("(")) {
      const inner = this.expression(0);
      this.expect(")");
      return inner;
    }
    if (kind !== "name" || !this.isMark("(", 1) || text === "text" || text === "node" || text === "comment")
      return null;
    return this.call(text);
  }

  private call(name: string): Expression {
    const known = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name]! : null;
    if (!known) throw new XPathFault(`the function ${name.slice(0, 40)}() is not supported`);
    this.at += 2;
    const parts: Expression[] = [];
    while (!this.isMark(")")) {
      if (parts.length > 0) this.expect(",");
      parts.push(this.expression(0));
    }
    this.at++;
    if (parts.length < known.least || parts.length > known.most)
      throw new XPathFault(`the function ${name}() has a wrong number of parts`);
    return { kind: "call", name, parts };
  }

  private relative(isDeep: boolean): XPathStep[] {
    const steps: XPathStep[] = [];
    let deep = isDeep;
    if (deep) this.at++;
    do {
      const step = this.step();
      if (deep && step.axis === "child" && !step.predicates.some(isPositional))
        steps.push({ ...step, axis: "descendant" });
      else steps.push(...(deep ? [{ axis: "descendant-or-self" as const, test: "node()", predicates: [] }] : []), step);
      deep = this.take("//");
    } while (deep || this.take("/"));
    return steps;
  }

  private step(): XPathStep {
    if (++this.steps > MAX_STEPS) throw new XPathFault(`has more than ${MAX_STEPS} steps`);
    if (this.take("..")) return { axis: "parent", test: "node()", predicates: [] };
    if (this.take(".")) return { axis: "self", test: "node()", predicates: [] };
    let axis: Axis = "child";
    if (this.take("@")) axis = "attribute";
    else if (this.isMark("::", 1)) {
      const found = AXES.find((each) => each === this.token().text);
      if (!found) throw new XPathFault(`the axis ${this.token().text.slice(0, 40)} is not supported`);
      axis = found;
      this.at += 2;
    }
    const test = this.test(axis);
    return { axis, test, predicates: this.predicates() };
  }

  private test(axis: Axis): string {
    if (this.take("*")) {
      if (axis === "attribute") throw new XPathFault("@* is not supported: name the attribute");
      return "*";
    }
    const { kind, text } = this.token();
    if (kind !== "name") throw new XPathFault(`needs a name ${this.where()}`);
    this.at++;
    let name = text;
    if (this.isMark(":")) {
      if (axis !== "attribute") throw new XPathFault("namespaces are not supported");
      this.at++;
      name += `:${this.token().text}`;
      this.at++;
    }
    if (axis === "attribute") this.attributes.add(name.toLowerCase());
    if (axis === "attribute" || !this.take("(")) return name.toLowerCase();
    this.expect(")");
    if (name !== "text" && name !== "node") throw new XPathFault(`${name.slice(0, 40)}() is not supported`);
    return `${name}()`;
  }

  private predicates(): Expression[] {
    const predicates: Expression[] = [];
    while (this.take("[")) {
      predicates.push(this.expression(0));
      this.expect("]");
    }
    return predicates;
  }
}

/** An expression that is ready to be evaluated, and the attributes that it looks at. */
export interface XPath {
  expression: Expression;
  attributes: ReadonlySet<string>;
}

export function parseXPath(text: string): { xpath: XPath } | { reason: string } {
  try {
    const reader = new Reader(text);
    const expression = reader.whole();
    return { xpath: { expression, attributes: reader.attributes } };
  } catch (error) {
    if (error instanceof XPathFault) return { reason: error.message };
    throw error;
  }
}
