import type { FormFields } from "../../server/form";
import type { DomainFacts } from "../../server/read";
import { onlyFilled, readFields } from "../../server/read-fields";
import type { FieldTable } from "../../ui/fields";

export type Rule = DomainFacts["renderRules"][number];

/** Header lines as a reader types them, `name: value`. An empty value keeps the stored one, which is never shown. */
export function typedHeaders(lines: readonly string[]): Record<string, string | null> {
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(":");
      const [name, value] = at < 0 ? [line, ""] : [line.slice(0, at), line.slice(at + 1).trim()];
      return [name.trim().toLowerCase(), value === "" ? null : value];
    }),
  );
}

/** The fields of a rule. */
export const RULE = {
  path: {
    kind: "text",
    label: "Path",
    required: true,
    maxlength: 300,
    placeholder: "/shop/*",
    hint: "Without query; each * stands for any characters.",
  },
  action: {
    kind: "choice",
    label: "What happens",
    options: [
      ["render", "Render and cache"],
      ["pass", "Pass to my server, never cache"],
    ],
  },
  ttlHours: { kind: "number", label: "Fresh for, in hours", min: 1, max: 720 },
  waitFor: {
    kind: "text",
    label: "Wait for an element",
    maxlength: 300,
    placeholder: ".price",
    hint: "A CSS selector. The page is ready only when an element matches.",
  },
  waitMs: { kind: "number", label: "Wait longer, in milliseconds", min: 0, max: 10_000 },
  viewport: {
    kind: "choice",
    label: "Screen",
    options: [
      ["", "Desktop"],
      ["mobile", "Phone"],
      ["both", "Both: a snapshot for each"],
    ],
  },
  scroll: {
    kind: "check",
    label: "Show the page at its full height",
    hint: "For content that loads when it comes into view.",
  },
  keepConsent: { kind: "check", label: "Keep consent banners" },
  remove: { kind: "lines", label: "Leave out", rows: 3, hint: "CSS selectors, one per line." },
  parameters: {
    kind: "lines",
    label: "Parameters that count",
    rows: 3,
    hint: "One per line. Empty: all that are not ignored.",
  },
  headers: {
    kind: "lines",
    label: "Headers for your server",
    rows: 3,
    hint: "One per line, as name: value. Stored encrypted and never shown again; a name without a value keeps the stored one.",
  },
} as const satisfies FieldTable;

/** The rule that a reader filled in. Empty fields are left out, so that the domain's settings apply. */
export function typedRule(form: FormFields): Rule {
  const typed = readFields(form, RULE);
  const { headers, ...filled } = onlyFilled(typed);
  return { ...filled, path: typed.path, action: typed.action, headers: headers && typedHeaders(headers) };
}

/** What a rule does, in words. */
export function ruleWords(rule: Rule): string[] {
  if (rule.action === "pass") return ["your server answers; nothing is rendered or cached"];
  const words: (string | false | undefined)[] = [
    rule.ttlHours !== undefined && `fresh for ${rule.ttlHours} hours`,
    rule.waitFor !== undefined && `waits for ${rule.waitFor}`,
    rule.waitMs !== undefined && `waits ${rule.waitMs} ms longer`,
    rule.scroll && "shows the page at its full height",
    rule.remove && `leaves out ${rule.remove.join(", ")}`,
    rule.keepConsent && "keeps consent banners",
    rule.viewport === "both" && "one snapshot for desktops and one for phones",
    rule.viewport === "mobile" && "rendered as on a phone",
    rule.parameters && `only these parameters count: ${rule.parameters.join(", ")}`,
    rule.headers && `sends the headers ${Object.keys(rule.headers).join(", ")}`,
  ];
  const said = words.filter((each) => typeof each === "string");
  return said.length > 0 ? said : ["rendered as usual"];
}
