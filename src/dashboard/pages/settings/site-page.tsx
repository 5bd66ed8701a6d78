import { readForm } from "../../server/form";
import { page } from "../../server/page";
import type { SitePageContext } from "../../server/page-env";
import type { ApiProblem, DomainFacts } from "../../server/read";
import { Button, Checkbox, Field, Form } from "../../ui/form";
import { Card, Notice } from "../../ui/panels";
import { sitePath } from "../../ui/paths";
import { changeOwnDomain } from "./change-domain";
import { SeenSettings } from "./seen-settings";
import { OwnersOnly, SettingsFrame } from "./frame";

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

type Site = Pick<
  DomainFacts,
  "origin" | "sitemapUrl" | "ignoredParameters" | "soft404" | "markdown" | "llmsTxt" | "canonicalRedirects"
> & { snapshotTtlHours: number | undefined };

/** How the site is served and cached. */
export function sitePage(c: SitePageContext, typed?: Site, problem?: ApiProblem) {
  const { domain, originProven } = c.var.domain;
  const site = typed ?? c.var.domain;
  const error = (name: string) => problem?.fieldMessage(name);
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
            <Field
              label="Origin"
              name="origin"
              type="url"
              value={site.origin}
              placeholder={`https://origin.${domain}`}
              hint="The server behind the domain. Empty: the domain itself. Needed if the whole domain points at this service."
              error={error("origin")}
            />
            <Field
              label="Sitemap"
              name="sitemapUrl"
              type="url"
              value={site.sitemapUrl}
              hint="For audits and for rendering pages ahead. Empty: robots.txt and the usual places are tried."
              error={error("sitemapUrl")}
            />
          </Card>
          <Card title="Snapshots">
            <Field
              label="Fresh for, in hours"
              name="snapshotTtlHours"
              type="number"
              min={1}
              max={720}
              required
              value={site.snapshotTtlHours}
              hint="Then a page is rendered again when a crawler asks. Rules can say otherwise for some pages."
              error={error("snapshotTtlHours")}
            />
            <Field
              label="Parameters that change nothing, one on each line"
              name="ignoredParameters"
              rows={3}
              value={site.ignoredParameters.join("\n")}
              hint="Besides the usual campaign parameters. A final * matches any ending."
              error={error("ignoredParameters")}
            />
            <Checkbox
              label="Answer 404 for pages that say they were not found"
              name="soft404"
              checked={site.soft404 === "detect"}
            />
            <Checkbox label="Serve Markdown to crawlers that prefer it" name="markdown" checked={site.markdown} />
            <Checkbox label="Serve a generated llms.txt if the site has none" name="llmsTxt" checked={site.llmsTxt} />
            <Checkbox
              label="Redirect verified AI training crawlers to the canonical page"
              name="canonicalRedirects"
              checked={site.canonicalRedirects}
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
  const site: Site = {
    origin: form.some("origin") ?? null,
    sitemapUrl: form.some("sitemapUrl") ?? null,
    snapshotTtlHours: form.number("snapshotTtlHours"),
    ignoredParameters: form.lines("ignoredParameters"),
    soft404: form.checked("soft404") ? "detect" : "off",
    markdown: form.checked("markdown"),
    llmsTxt: form.checked("llmsTxt"),
    canonicalRedirects: form.checked("canonicalRedirects"),
  };
  return changeOwnDomain(
    c,
    site,
    sitePath(c.var.domain.domain, "settings/site"),
    (problem) => sitePage(c, site, problem),
    { form, fields: SITE_FIELDS },
  );
}
