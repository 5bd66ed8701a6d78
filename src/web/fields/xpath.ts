import { CHARS_PER_STEP, type StepBudget } from "./budget";
import type { PageTree } from "./page-tree";
import {
  booleanFrom,
  FUNCTIONS,
  isSet,
  numberFrom,
  textFrom,
  type NodeSet,
  type NodePlace,
  type Value,
} from "./xpath-functions";
import { along } from "./xpath-axes";
import { isPositional, type Axis, type Expression, type Operator, type XPathStep } from "./xpath-expression";
import type { XPath } from "./xpath-syntax";

/** Attributes of one expression, and the node itself. */
const KINDS = 256;
const REVERSE: ReadonlySet<Axis> = new Set(["ancestor", "ancestor-or-self", "preceding", "preceding-sibling"]);

interface Context {
  node: number;
  position: number;
  size: number;
}

/** Evaluates expressions on one page. A node is `number in the tree × KINDS`, plus the attribute's number. */
export class XPathReader {
  private attributes: readonly string[] = [];

  constructor(
    private readonly tree: PageTree,
    readonly budget: StepBudget,
  ) {}

  /** The texts of what an expression selects. Texts between elements that are blank are left out. @throws StepsUsedUp */
  texts({ expression, attributes }: XPath, most: number): { values: string[]; count: number } {
    this.attributes = [...attributes];
    const value = this.value(expression, { node: 0, position: 1, size: 1 });
    if (!isSet(value)) {
      const text = textFrom(value, this);
      return text === "" ? { values: [], count: 0 } : { values: [text], count: 1 };
    }
    this.budget.spend(value.length);
    const kept = value.filter((node) => this.nameOf(node) !== "#text" || /\S/.test(this.textOf(node)));
    return { values: kept.slice(0, most).map(this.textOf), count: kept.length };
  }

  readonly textOf = (node: number): string => {
    const kind = node % KINDS;
    const place = (node - kind) / KINDS;
    const text = kind === 0 ? this.tree.textOf(place) : this.tree.attributes[place]![this.attributes[kind - 1]!]!;
    this.budget.spend(text.length / CHARS_PER_STEP);
    return text;
  };

  private readonly nameOf = (node: number): string => {
    const kind = node % KINDS;
    return kind === 0 ? this.tree.names[node / KINDS]! : this.attributes[kind - 1]!;
  };

  private value(expression: Expression, context: Context): Value {
    this.budget.spend(1);
    switch (expression.kind) {
      case "literal":
        return expression.value;
      case "call": {
        const parts = expression.parts.map((part) => this.value(part, context));
        return FUNCTIONS[expression.name]!.of(this.place(context), parts);
      }
      case "binary":
        return this.binary(expression.operator, expression.left, expression.right, context);
      case "filter": {
        const set = this.value(expression.of, context);
        return isSet(set) ? this.filtered(set, expression.predicates) : [];
      }
      case "path": {
        const { from, steps } = expression;
        const start = from === null ? [context.node] : from === "document" ? [0] : this.value(from, context);
        return isSet(start) ? steps.reduce((set, step) => this.step(set, step), start) : [];
      }
    }
  }

  private place({ node, position, size }: Context): NodePlace {
    const { textOf, nameOf, budget } = this;
    return { position, size, textOf, nameOf, self: [node], budget };
  }

  private binary(operator: Operator, left: Expression, right: Expression, context: Context): Value {
    const one = this.value(left, context);
    if (operator === "or") return booleanFrom(one) || booleanFrom(this.value(right, context));
    if (operator === "and") return booleanFrom(one) && booleanFrom(this.value(right, context));
    const two = this.value(right, context);
    if (operator === "|") return isSet(one) && isSet(two) ? this.inOrder([...one, ...two]) : [];
    if (operator === "+") return numberFrom(one, this) + numberFrom(two, this);
    if (operator === "-") return numberFrom(one, this) - numberFrom(two, this);
    return this.compare(operator, one, two);
  }

  /** A set is compared by its nodes: one that fits is enough. */
  private compare(operator: Operator, one: Value, two: Value): boolean {
    if (isSet(one) && typeof two !== "boolean") return this.some(one, (text) => this.compare(operator, text, two));
    if (isSet(two) && typeof one !== "boolean") return this.some(two, (text) => this.compare(operator, one, text));
    if (operator === "=" || operator === "!=") return this.equals(one, two) === (operator === "=");
    const [a, b] = [numberFrom(one, this), numberFrom(two, this)];
    if (operator === "<") return a < b;
    if (operator === "<=") return a <= b;
    return operator === ">" ? a > b : a >= b;
  }

  private some(set: NodeSet, fits: (text: string) => boolean): boolean {
    return set.some((node) => {
      this.budget.spend(1);
      return fits(this.textOf(node));
    });
  }

  private equals(one: Value, two: Value): boolean {
    if (typeof one === "boolean" || typeof two === "boolean") return booleanFrom(one) === booleanFrom(two);
    if (typeof one === "number" || typeof two === "number") return numberFrom(one, this) === numberFrom(two, this);
    return textFrom(one, this) === textFrom(two, this);
  }

  private filtered(set: NodeSet, predicates: readonly Expression[]): NodeSet {
    return predicates.reduce((left, predicate) => {
      const size = left.length;
      return left.filter((node, i) => {
        const value = this.value(predicate, { node, position: i + 1, size });
        return typeof value === "number" ? value === i + 1 : booleanFrom(value);
      });
    }, set);
  }

  private step(set: NodeSet, { axis, test, predicates }: XPathStep): NodeSet {
    const isMerged = axis === "descendant" || axis === "descendant-or-self";
    const isPlain = !predicates.some(isPositional);
    const found: number[] = [];
    let covered = -1;
    for (const node of set) {
      this.budget.spend(1);
      if (node % KINDS !== 0 && axis !== "parent" && axis !== "self") continue;
      const place = Math.floor(node / KINDS);
      // What is inside a node that is done has been found already.
      if (isMerged && isPlain && place <= covered) continue;
      if (isMerged && isPlain) covered = this.tree.ends[place]!;
      const nodes = this.along(axis, test, node, place);
      const kept = predicates.length === 0 ? nodes : this.filtered(nodes, predicates);
      for (const each of kept) found.push(each);
    }
    return set.length > 1 || REVERSE.has(axis) ? this.inOrder(found) : found;
  }

  private inOrder(nodes: number[]): NodeSet {
    this.budget.spend(nodes.length);
    if (nodes.every((node, i) => i === 0 || node > nodes[i - 1]!)) return nodes;
    return [...new Set(nodes)].toSorted((a, b) => a - b);
  }

  /** The nodes of an axis that pass the test, the nearest first. */
  private along(axis: Axis, test: string, node: number, place: number): NodeSet {
    const { tree, budget } = this;
    if (axis === "attribute") return this.attribute(test, place);
    const isAttribute = node % KINDS !== 0;
    if (isAttribute && axis === "self") return test === "node()" ? [node] : [];
    const found: number[] = [];
    // This axis passes by ancestors without a visit.
    if (axis === "preceding") budget.spend(place / CHARS_PER_STEP);
    // The parent of an attribute is its element.
    along(tree, isAttribute ? "self" : axis, place, (each) => {
      budget.spend(1);
      if (this.passes(test, each)) found.push(each * KINDS);
    });
    return found;
  }

  private attribute(name: string, place: number): NodeSet {
    const kind = this.attributes.indexOf(name) + 1;
    return Object.hasOwn(this.tree.attributes[place]!, name) ? [place * KINDS + kind] : [];
  }

  private passes(test: string, place: number): boolean {
    const name = this.tree.names[place]!;
    if (test === "node()") return true;
    if (test === "text()") return name === "#text";
    return test === "*" ? name[0] !== "#" : name === test;
  }
}
