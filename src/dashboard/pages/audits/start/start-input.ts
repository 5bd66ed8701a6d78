import type { ArgumentsOf } from "../../../../client";
import type { FormFields } from "../../../server/form";
import { readFields } from "../../../server/read-fields";
import type { FieldTable } from "../../../ui/fields";
import { typedScope } from "./scope-fields";
import { MODES, RENDERING } from "../parts/words";

const FILES = [
  ["own", "The site's own images, scripts, styles and documents"],
  ["all", "Those, and links to other sites"],
  ["none", "Neither"],
] as const;

/** The fields of the form that starts an audit, apart from its limits. */
export const START = {
  mode: { kind: "choice", label: "What to audit", options: MODES },
  urls: { kind: "lines", label: "Start addresses", required: true, rows: 3, hint: "One per line, all on this domain." },
  sitemapUrl: {
    kind: "url",
    label: "Sitemap",
    hint: "For the sitemap's pages. Empty: the domain's own is used.",
  },
  newPagesOnly: {
    kind: "check",
    label: "Only pages that are new or changed since the last audit",
    hint: "For the sitemap's pages.",
  },
  files: {
    kind: "choice",
    label: "Files and links to check",
    options: FILES,
    hint: "Each is requested once, to find broken ones. They don't count as pages.",
  },
  rendering: {
    kind: "choice",
    label: "Pages to render in a browser",
    options: RENDERING,
    hint: "Shows what scripts change. At most 200 per audit; the result says which, and why not.",
  },
  mailWhenDone: {
    kind: "check",
    label: "Mail me when it ends",
    hint: "One mail, to your confirmed address.",
  },
  allowSampling: {
    kind: "check",
    label: "Let a sample stand for many pages with the same pattern",
    hint: "Faster on large sites. The result says what was sampled.",
  },
} as const satisfies FieldTable;

/** The fields of the form. */
export type StartInput = Omit<ArgumentsOf<"startAudit">["body"], "domain" | "access">;

/** The API's body of a posted form. Empty fields are left out. */
export function startInput(form: FormFields): StartInput {
  return { ...readFields(form, START), scope: typedScope(form) };
}
