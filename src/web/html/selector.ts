import { AttributeAction, parse, SelectorType, type AttributeSelector, type Selector as Token } from "css-what";

/** The conditions on one element, such as `div.price[data-sku]`. */
export interface Compound {
  /** Null: any element. */
  name: string | null;
  attributes: AttributeSelector[];
  /** How the previous compound's element contains this one; null: there is no previous compound. */
  within: "child" | "descendant" | null;
  /** The element that the selector selects. */
  isLast: boolean;
}

/** A selector as a flat list of alternatives: each begins with a compound without `within`. */
export type Compounds = readonly Compound[];

/** Each element is compared with every compound, so their number is bounded. */
const MAX_COMPOUNDS = 8;
const MAX_ATTRIBUTES = 16;

const MISSING = "is not a CSS selector: an element is missing";

const UNSUPPORTED: Partial<Record<SelectorType, string>> = {
  [SelectorType.Pseudo]: "pseudo-classes such as :not() and :nth-child() are not supported",
  [SelectorType.PseudoElement]: "pseudo-elements such as ::before are not supported",
  [SelectorType.Adjacent]: "the combinator + is not supported",
  [SelectorType.Sibling]: "the combinator ~ is not supported",
  [SelectorType.Parent]: "the combinator < is not supported",
  [SelectorType.ColumnCombinator]: "the combinator || is not supported",
};

/**
 * Reads a CSS selector of the subset that can be matched while a page arrives: types, `*`, `.class`, `#id`,
 * `[attribute]` with `=`, `~=`, `|=`, `^=`, `$=` and `*=`, joined by a space, `>` or a comma.
 */
export function parseSelector(text: string): { compounds: Compounds } | { reason: string } {
  let alternatives: Token[][];
  try {
    alternatives = parse(text);
  } catch (error) {
    return {
      reason: `is not a CSS selector: ${error instanceof Error ? error.message.slice(0, 100) : "not readable"}`,
    };
  }
  const compounds: Compound[] = [];
  if (alternatives.length === 0) return { reason: MISSING };
  for (const tokens of alternatives) {
    if (tokens.length === 0 || isCombinator(tokens[0]!) || isCombinator(tokens.at(-1)!)) return { reason: MISSING };
    let current = blank(null);
    for (const token of tokens) {
      const reason = UNSUPPORTED[token.type] ?? add(token, current);
      if (reason) return { reason };
      if (!isCombinator(token)) continue;
      compounds.push(current);
      current = blank(token.type === SelectorType.Child ? "child" : "descendant");
    }
    compounds.push({ ...current, isLast: true });
  }
  const attributes = compounds.reduce((sum, each) => sum + each.attributes.length, 0);
  if (compounds.length > MAX_COMPOUNDS) return { reason: `has more than ${MAX_COMPOUNDS} parts` };
  return attributes > MAX_ATTRIBUTES ? { reason: `has more than ${MAX_ATTRIBUTES} conditions` } : { compounds };
}

function isCombinator({ type }: Token): boolean {
  return type === SelectorType.Child || type === SelectorType.Descendant;
}

const blank = (within: Compound["within"]): Compound => ({ name: null, attributes: [], within, isLast: false });

/** Adds a token to the compound that it belongs to. Returns the reason if that is impossible. */
function add(token: Token, compound: Compound): string | null {
  if (
    token.type === SelectorType.Tag ||
    token.type === SelectorType.Universal ||
    token.type === SelectorType.Attribute
  ) {
    if (token.namespace !== null && token.namespace !== "*") return "namespaces are not supported";
  }
  if (token.type === SelectorType.Tag) compound.name = token.name.toLowerCase();
  if (token.type !== SelectorType.Attribute) return null;
  if (token.action === AttributeAction.Not) return "the comparison != is not supported";
  const { value } = token;
  compound.attributes.push({
    ...token,
    name: token.name.toLowerCase(),
    value: token.ignoreCase === true ? value.toLowerCase() : value,
  });
  return null;
}

/** Whether an element with these attributes matches the compound. */
export function isLike(compound: Compound, name: string, attributes: Readonly<Record<string, string>>): boolean {
  if (compound.name !== null && compound.name !== name) return false;
  for (const test of compound.attributes) {
    // A page chooses the names of its attributes, and a selector may name `constructor`.
    if (!Object.hasOwn(attributes, test.name)) return false;
    const value = attributes[test.name]!;
    if (!holds(test, test.ignoreCase === true ? value.toLowerCase() : value)) return false;
  }
  return true;
}

function holds({ action, value: wanted }: AttributeSelector, value: string): boolean {
  switch (action) {
    case AttributeAction.Exists:
      return true;
    case AttributeAction.Equals:
      return value === wanted;
    case AttributeAction.Hyphen:
      return value === wanted || value.startsWith(`${wanted}-`);
    case AttributeAction.Element:
      return wanted !== "" && value.includes(wanted) && value.split(/[\t\n\f\r ]+/).includes(wanted);
    case AttributeAction.Start:
      return wanted !== "" && value.startsWith(wanted);
    case AttributeAction.End:
      return wanted !== "" && value.endsWith(wanted);
    case AttributeAction.Any:
      return wanted !== "" && value.includes(wanted);
    default:
      return false;
  }
}
