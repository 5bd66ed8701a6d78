import { AttributeAction, parse, SelectorType, type Selector } from "css-what";

/** Pseudo-classes of jQuery that no browser knows. */
const FOREIGN_PSEUDOS = new Set(["contains", "icontains", "eq", "first", "last", "gt", "lt", "even", "odd", "visible"]);

/** Why a browser finds no element by a selector, whatever the page; null if it can find some. */
export function selectorFault(text: string): string | null {
  try {
    const faults = parse(text).map((tokens) => (isRelative(tokens) ? "an element is missing" : faultOf(tokens)));
    return faults.find((fault) => fault !== null) ?? null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const COMBINATORS: ReadonlySet<SelectorType> = new Set([
  SelectorType.Child,
  SelectorType.Descendant,
  SelectorType.Adjacent,
  SelectorType.Sibling,
]);

/** Begins or ends with a combinator. */
function isRelative(tokens: readonly Selector[]): boolean {
  return [tokens[0], tokens.at(-1)].some((token) => token === undefined || COMBINATORS.has(token.type));
}

function faultOf(tokens: readonly Selector[]): string | null {
  for (const token of tokens) {
    if (token.type === SelectorType.PseudoElement) return `::${token.name} is not an element of the page`;
    if (token.type === SelectorType.Parent) return "the combinator < is unknown to browsers";
    if (token.type === SelectorType.ColumnCombinator) return "the combinator || is unknown to browsers";
    if (token.type === SelectorType.Attribute && token.action === AttributeAction.Not)
      return "!= is unknown to browsers; use :not()";
    if (token.type === SelectorType.Pseudo && FOREIGN_PSEUDOS.has(token.name))
      return `:${token.name} is unknown to browsers`;
  }
  return null;
}
