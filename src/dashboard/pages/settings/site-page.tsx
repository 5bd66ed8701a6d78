import { readForm } from "../../server/form";
import { page } from "../../server/page";
import type { SitePageContext } from "../../server/page-env";
import type { ApiProblem, DomainFacts } from "../../server/read";
import { readFields } from "../../server/read-fields";
import { TableFields, type FieldTable } from "../../ui/fields";
import { Button, Form } from "../../ui/form";
import { Card, Notice } from "../../ui/panels";
import { changeOwnDomain } from "./change-domain";
import { SeenSettings } from "./seen-settings";
import { OwnersOnly, SettingsFrame } from "./frame";
import { sitePath } from "../../../lib/hosts/page-paths";

/** What this page's form replaces. */
const SITE_FIELDS = [
  "origin",
  "sitemapUrl",
  "snapshotTtlHours",
  "ignoredParameters",
  "soft404",
  "markdown",
  "llmsTxt",
  "canonicalRedirects",
] as const;

export const PLACE = {
  origin: {
    kind: "url",
    label: "Origin",
    hint: "The server behind the domain. Empty: the domain itself. Needed if the whole domain points at this service.",
  },
  sitemapUrl: {
    kind: "url",
    label: "Sitemap",
    hint: "For audits and for rendering pages in advance. Empty: robots.txt and the usual places are tried.",
  },
} as const satisfies FieldTable;

export const SERVING_TABLE = {
  snapshotTtlHours: {
    kind: "number",
    label: "Fresh for, in hours",
    min: 1,
    max: 720,
    required: true,
    hint: "After that, a page is rendered again when a crawler requests it. Rules can override this for some pages.",
  },
  ignoredParameters: {
    kind: "lines",
    label: "Parameters that change nothing, one per line",
    rows: 3,
    hint: "In addition to the usual campaign parameters. A final * matches any ending.",
  },
  soft404: { kind: "check", label: "Answer 404 for pages that say they were not found" },
  markdown: { kind: "check", label: "Serve Markdown to crawlers that prefer it" },
  llmsTxt: { kind: "check", label: "Serve a generated llms.txt if the site has none" },
  canonicalRedirects: { kind: "check", label: "Redirect verified AI training crawlers to the canonical page" },
} as const satisfies FieldTable;

type Site = Pick<
  DomainFacts,
  "origin" | "sitemapUrl" | "ignoredParameters" | "soft404" | "markdown" | "llmsTxt" | "canonicalRedirects"
> & { snapshotTtlHours: number | undefined };

/** How the site is served and cached. */
export function sitePage(c: SitePageContext, typed?: Site, problem?: ApiProblem) {
  const { domain, originProven } = c.var.domain;
  const site = typed ?? c.var.domain;
  return page(
    c,
    { title: "Site settings", section: "settings", status: problem?.status },
    <SettingsFrame domain={domain} tab="site">
      {!originProven && (
        <Notice kind="warn">
          The origin is not used yet, because it is not proven. Put the proof there too, then{" "}
          <a href={sitePath(domain, "verify")}>verify the domain</a>.
        </Notice>
      )}
      <OwnersOnly c={c}>
        <Form action={sitePath(domain, "settings/site")} problem={problem?.message}>
          <SeenSettings domain={c.var.domain} of={SITE_FIELDS} />
          <Card title="Where the site is">
            <TableFields
              table={{ ...PLACE, origin: { ...PLACE.origin, placeholder: `https://origin.${domain}` } }}
              values={site}
              problem={problem}
            />
          </Card>
          <Card title="Snapshots">
            <TableFields
              table={SERVING_TABLE}
              values={{ ...site, soft404: site.soft404 === "detect" }}
              problem={problem}
            />
            <p>
              <a href={sitePath(domain, "cache/rules")}>Rules for some pages</a>
            </p>
          </Card>
          <Button>Save</Button>
        </Form>
      </OwnersOnly>
    </SettingsFrame>,
  );
}

export async function saveSite(c: SitePageContext): Promise<Response> {
  const form = await readForm(c);
  const { origin = null, sitemapUrl = null } = readFields(form, PLACE);
  const { soft404, ...snapshots } = readFields(form, SERVING_TABLE);
  const site: Site = { origin, sitemapUrl, ...snapshots, soft404: soft404 ? "detect" : "off" };
  return changeOwnDomain(
    c,
    site,
    sitePath(c.var.domain.domain, "settings/site"),
    (problem) => sitePage(c, site, problem),
    { form, fields: SITE_FIELDS },
  );
}
