import type { RunPage } from "../parts/words";

type View = NonNullable<RunPage["rendered"]>["raw"];

export interface ComparedField {
  name: string;
  served: string[];
  /** Null: the page was not rendered. */
  rendered: string[] | null;
  /** What rendering does to the field, in words; null: not rendered. */
  change:
    | "same"
    | "different"
    | "only when rendered"
    | "only as served"
    | "more when rendered"
    | "less when rendered"
    | null;
}

const FIELDS: [name: string, values: (view: View) => string[]][] = [
  ["Title", ({ title }) => some(title)],
  ["Description", ({ description }) => some(description)],
  ["Canonical", ({ canonical }) => some(canonical)],
  ["Robots directives", ({ robots }) => robots],
  ["Headings", ({ headings }) => headings],
  ["Structured data", ({ jsonLd }) => jsonLd],
];

const COUNTS: [name: string, count: (view: View) => number][] = [
  ["Words", ({ words }) => words],
  ["Links", ({ links }) => links],
];

const some = (text: string | null) => (text === null || text === "" ? [] : [text]);

function changeOf(served: string[], rendered: string[]): ComparedField["change"] {
  if (served.length === 0 && rendered.length > 0) return "only when rendered";
  if (served.length > 0 && rendered.length === 0) return "only as served";
  return JSON.stringify(served) === JSON.stringify(rendered) ? "same" : "different";
}

/** A page as served next to the same page as a browser shows it, field by field. */
export function comparedViews(raw: View, rendered: View | null): ComparedField[] {
  const fields = FIELDS.map(([name, values]): ComparedField => {
    const [served, shown] = [values(raw), rendered && values(rendered)];
    return { name, served, rendered: shown, change: shown && changeOf(served, shown) };
  });
  const counts = COUNTS.map(([name, count]): ComparedField => {
    const difference = rendered && count(rendered) - count(raw);
    return {
      name,
      served: [String(count(raw))],
      rendered: rendered && [String(count(rendered))],
      change:
        difference === null
          ? null
          : difference === 0
            ? "same"
            : difference > 0
              ? "more when rendered"
              : "less when rendered",
    };
  });
  return [...fields, ...counts];
}
