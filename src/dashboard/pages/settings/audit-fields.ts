import type { FormFields } from "../../server/form";
import { ApiProblem, type DomainFacts } from "../../server/read";
import { readFields, readGroups } from "../../server/read-fields";
import type { FieldTable } from "../../ui/fields";
import { RENDERING } from "../audits/parts/words";
import { typedScope } from "../audits/start/scope-fields";
import type { DomainChange } from "./change-domain";

export type AuditPlan = Pick<DomainFacts, "auditFrequency" | "auditRendering" | "auditScope" | "auditExtractors">;

export const MAX_EXTRACTORS = 10;

export const SCHEDULE = {
  auditFrequency: {
    kind: "choice",
    label: "Audit the site",
    options: [
      ["none", "Only when I start one"],
      ["daily", "Every day"],
      ["weekly", "Every week"],
      ["monthly", "Every month"],
    ],
  },
  auditRendering: { kind: "choice", label: "Pages to render in a browser", options: RENDERING },
} as const satisfies FieldTable;

/** Something that audits read from every page. */
export const EXTRACTOR = {
  name: { kind: "text", label: "Name", maxlength: 40, placeholder: "price" },
  language: {
    kind: "choice",
    label: "Find it by",
    options: [
      ["css", "CSS selector"],
      ["xpath", "XPath"],
      ["regex", "Regular expression"],
    ],
  },
  selector: {
    kind: "text",
    label: "Selector or expression",
    maxlength: 300,
    placeholder: ".price",
    hint: 'For example .price, //span[@class=\'price\'] or "sku":"([^"]*)".',
  },
  attribute: {
    kind: "text",
    label: "Attribute",
    maxlength: 100,
    hint: "Of a CSS selector. Empty: the element’s text.",
  },
} as const satisfies FieldTable;

/** What gives access to a staging site. */
export const ACCESS = {
  headers: { kind: "lines", label: "Headers, one per line, as name: value" },
  username: { kind: "text", label: "User name", autocomplete: "off", apiName: "basicAuth.username" },
  password: { kind: "password", label: "Password", autocomplete: "off", apiName: "basicAuth.password" },
} as const satisfies FieldTable;

/** The schedule of audits that a form holds. Fields to extract without a name are left out. */
export function typedAuditPlan(form: FormFields): AuditPlan {
  const auditExtractors = readGroups(form, EXTRACTOR, "auditExtractors", MAX_EXTRACTORS)
    .map(({ name = "", selector = "", language, attribute }) => ({
      name,
      selector,
      language: language === "css" ? undefined : language,
      attribute,
    }))
    .filter(({ name, selector }) => name !== "" || selector !== "");
  return { ...readFields(form, SCHEDULE), auditScope: typedScope(form) ?? null, auditExtractors };
}

/** Why the headers of a form can't be sent to the API; null if they can. It repeats nothing, because a line may be a secret. */
export function headerProblem(form: FormFields): ApiProblem | null {
  if (readFields(form, ACCESS).headers.every((line) => line.includes(":"))) return null;
  const issues = [{ path: "auditAccess.headers", message: "must be name: value on every line" }];
  return new ApiProblem(400, "invalid_request", "Write each header as name: value, with a colon.", { issues });
}

/** What gives access to a staging site, as a form holds it. */
export function typedAccess(form: FormFields): DomainChange["auditAccess"] {
  const { headers: lines, username, password } = readFields(form, ACCESS);
  const headers = Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(":");
      return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    }),
  );
  const basicAuth = username === undefined ? undefined : { username, password };
  return { ...(Object.keys(headers).length > 0 && { headers }), ...(basicAuth && { basicAuth }) };
}
