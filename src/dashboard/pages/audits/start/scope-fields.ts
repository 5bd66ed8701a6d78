import type { ArgumentsOf } from "../../../../client";
import { AUDIT_CRAWLERS } from "../../../../web";
import type { FormFields } from "../../../server/form";
import { onlyFilled, readFields } from "../../../server/read-fields";
import type { FieldTable } from "../../../ui/fields";

type Scope = NonNullable<ArgumentsOf<"startAudit">["body"]["scope"]>;

const TOKENS = AUDIT_CRAWLERS as readonly NonNullable<Scope["crawler"]>[];
const CRAWLERS = [["", "CrawlreadyBot"], ...TOKENS.map((token) => [token, token] as const)] as const;

/** The limits of an audit: of one that somebody starts, and of those of the schedule. */
export const SCOPE = {
  include: {
    kind: "lines",
    label: "Only these paths",
    placeholder: "/blog/*",
    hint: "One pattern per line, as in robots.txt: /blog/*",
  },
  exclude: { kind: "lines", label: "Never these paths", hint: "These override the patterns above." },
  maxDepth: { kind: "number", label: "Most clicks from a start address", min: 0, max: 100 },
  ignoreParams: {
    kind: "lines",
    label: "Query parameters that don’t make a separate page",
    hint: "One per line, such as utm_source. A * stands for all.",
  },
  crawler: {
    kind: "choice",
    label: "Audit as this crawler",
    options: CRAWLERS,
    hint: "Uses its user agent and obeys its group in robots.txt.",
  },
  productionHost: {
    kind: "text",
    label: "Public host of this copy",
    placeholder: "www.example.com",
    hint: "For a staging host: canonicals, links and sitemaps that name the public host are read as this host’s.",
  },
} as const satisfies FieldTable;

/** The limits that a form holds; undefined if there are none. */
export function typedScope(form: FormFields): Scope | undefined {
  const scope: Scope = onlyFilled(readFields(form, SCOPE));
  return Object.keys(scope).length === 0 ? undefined : scope;
}
