import type { FormFields } from "../../server/form";
import type { DomainFacts } from "../../server/read";
import type { DomainChange } from "./change-domain";

export type AuditPlan = Pick<DomainFacts, "auditFrequency" | "auditScope" | "auditExtractors">;

const MAX_EXTRACTORS = 10;

/** The scope that a form holds; null if it limits nothing. */
function typedScope(form: FormFields): AuditPlan["auditScope"] {
  const filled = (list: string[]) => (list.length > 0 ? list : undefined);
  const scope = {
    include: filled(form.lines("include")),
    exclude: filled(form.lines("exclude")),
    maxDepth: form.number("maxDepth"),
    ignoreParams: filled(form.lines("ignoreParams")),
    crawler: form.some("crawler"),
  };
  return Object.values(scope).every((each) => each === undefined) ? null : scope;
}

const FREQUENCIES = ["none", "daily", "weekly", "monthly"] as const;

/** The schedule of audits that a form holds. Fields to extract without a name are left out. */
export function typedAuditPlan(form: FormFields): AuditPlan {
  const auditExtractors = Array.from({ length: MAX_EXTRACTORS }, (_, i) => {
    const at = (field: string) => `auditExtractors.${i}.${field}`;
    return { name: form.text(at("name")), selector: form.text(at("selector")), attribute: form.some(at("attribute")) };
  }).filter(({ name, selector }) => name !== "" || selector !== "");
  const auditFrequency = FREQUENCIES.find((each) => each === form.text("auditFrequency")) ?? "none";
  return { auditFrequency, auditScope: typedScope(form), auditExtractors };
}

/** What opens a staging site, as a form holds it. */
export function typedAccess(form: FormFields): DomainChange["auditAccess"] {
  const headers = Object.fromEntries(
    form.lines("headers").map((line) => {
      const at = line.indexOf(":");
      return at < 0 ? [line, ""] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    }),
  );
  const username = form.text("username");
  const basicAuth = username === "" ? undefined : { username, password: form.raw("password") };
  return { ...(Object.keys(headers).length > 0 && { headers }), ...(basicAuth && { basicAuth }) };
}
