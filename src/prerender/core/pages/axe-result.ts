/** A rule of axe-core that elements of a page break. Its texts are untrusted. */
export interface AxeViolation {
  /** Axe's id of the rule. */
  rule: string;
  impact: "critical" | "serious" | "moderate" | "minor";
  /** What the rule requires. */
  help: string;
  helpUrl: string;
  /** Number of elements that break it. */
  elements: number;
  examples: Array<{ selector: string; html: string }>;
}

/** What axe found on a page once its scripts had run. */
export interface AxeResult {
  violations: AxeViolation[];
  /** Why the page was not checked; null: it was. */
  skipped: string | null;
}

export const MAX_RULES = 20;
export const MAX_EXAMPLES = 3;
export const MAX_TEXT = 200;
const HELP = "https://dequeuniversity.com/rules/axe/";
/** Most severe first. */
const IMPACTS = ["critical", "serious", "moderate", "minor"] as const;

const textOf = (value: unknown) => (typeof value === "string" ? value.slice(0, MAX_TEXT) : "");
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const recordOf = (value: unknown) =>
  (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;

/**
 * Parses what the script in the page returned. Limits everything, whatever its shape; the most severe rules come first.
 */
export function readAxe(value: unknown): AxeViolation[] {
  const found = listOf(value)
    .slice(0, MAX_RULES)
    .flatMap((each): AxeViolation[] => {
      const { rule, impact, help, helpUrl, elements, examples } = recordOf(each);
      const known = IMPACTS.find((name) => name === impact);
      if (typeof rule !== "string" || !/^[a-z][a-z0-9-]{0,60}$/.test(rule) || !known) return [];
      return [
        {
          rule,
          impact: known,
          help: textOf(help),
          helpUrl: textOf(helpUrl).startsWith(HELP) ? textOf(helpUrl) : "",
          elements: Number.isSafeInteger(elements) ? Math.max(1, elements as number) : 1,
          examples: listOf(examples)
            .slice(0, MAX_EXAMPLES)
            .map(recordOf)
            .map(({ selector, html }) => ({ selector: textOf(selector), html: textOf(html) })),
        },
      ];
    });
  const byRule = new Map(found.map((each) => [each.rule, each]));
  return [...byRule.values()].sort((a, b) => IMPACTS.indexOf(a.impact) - IMPACTS.indexOf(b.impact));
}
