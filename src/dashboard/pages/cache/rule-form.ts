import type { FormFields } from "../../server/form";
import type { DomainFacts } from "../../server/read";

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

/** The rule that a reader filled in. Empty fields are left out, so that the domain's settings apply. */
export function typedRule(form: FormFields): Rule {
  const filled = <T>(list: T[]) => (list.length > 0 ? list : undefined);
  const headers = form.lines("headers");
  return {
    path: form.text("path"),
    action: form.text("action") === "pass" ? "pass" : "render",
    ttlHours: form.number("ttlHours"),
    waitFor: form.some("waitFor"),
    waitMs: form.number("waitMs"),
    scroll: form.checked("scroll") || undefined,
    remove: filled(form.lines("remove")),
    keepConsent: form.checked("keepConsent") || undefined,
    viewport: form.some("viewport") as Rule["viewport"],
    parameters: filled(form.lines("parameters")),
    headers: headers.length > 0 ? typedHeaders(headers) : undefined,
  };
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
