import { AUDIT_CRAWLERS } from "../../../web";
import type { ApiProblem } from "../../server/read";
import { Button, ButtonLink, Checkbox, Field, Form, Select } from "../../ui/form";
import { sitePath } from "../../ui/paths";
import type { StartInput } from "./start-input";
import { MODES } from "./words";

const FILES = [
  ["own", "The site's own images, scripts, styles and documents"],
  ["all", "Those, and links to other sites"],
  ["none", "Neither"],
] as const;

const ScopeFields = ({ scope, problem }: { scope: StartInput["scope"]; problem?: ApiProblem }) => (
  <details class="more" open={scope !== undefined || problem !== undefined}>
    <summary>Limits</summary>
    <Field
      label="Only these paths"
      name="include"
      rows={2}
      value={scope?.include?.join("\n")}
      hint="One pattern per line, as in robots.txt: /blog/*"
      error={problem?.fieldMessage("scope.include")}
    />
    <Field
      label="Never these paths"
      name="exclude"
      rows={2}
      value={scope?.exclude?.join("\n")}
      hint="They win over the patterns above."
      error={problem?.fieldMessage("scope.exclude")}
    />
    <Field
      label="Most clicks from a start address"
      name="maxDepth"
      type="number"
      min={0}
      max={100}
      value={scope?.maxDepth}
      error={problem?.fieldMessage("scope.maxDepth")}
    />
    <Field
      label="Query parameters that make no page of their own"
      name="ignoreParams"
      rows={2}
      value={scope?.ignoreParams?.join("\n")}
      hint="One per line, such as utm_source. A * stands for all."
      error={problem?.fieldMessage("scope.ignoreParams")}
    />
    <Select
      label="Audit as this crawler"
      name="crawler"
      value={scope?.crawler ?? ""}
      options={[["", "CrawlreadyBot"], ...AUDIT_CRAWLERS.map((token) => [token, token] as const)]}
      hint="With its user agent, and obeying its group of robots.txt."
      error={problem?.fieldMessage("scope.crawler")}
    />
  </details>
);

const urlsError = (problem?: ApiProblem) => {
  const bad = (problem?.extras["invalidUrls"] ?? []) as { url: string; reason: string }[];
  const some = bad.slice(0, 3).map(({ url, reason }) => `${url.slice(0, 200)} ${reason}`);
  return problem?.fieldMessage("urls") ?? (some.length > 0 ? `${some.join("; ")}.` : undefined);
};

/** The form that starts an audit. */
export function StartForm({ domain, input, problem }: { domain: string; input: StartInput; problem?: ApiProblem }) {
  const running = problem?.code === "run_already_active" ? String(problem.extras["runId"]) : null;
  const path = (rest: string) => sitePath(domain, rest);
  return (
    <>
      {running !== null && (
        <p>
          <a href={path(`audits/${encodeURIComponent(running)}`)}>Watch the running audit</a>
        </p>
      )}
      <Form action={path("audits/new")} problem={problem?.message}>
        <Select
          label="What to audit"
          name="mode"
          value={input.mode}
          options={MODES}
          error={problem?.fieldMessage("mode")}
        />
        <Field
          label="Start addresses"
          name="urls"
          required
          rows={3}
          value={input.urls.join("\n")}
          hint="One per line, all on this domain."
          error={urlsError(problem)}
        />
        <Field
          label="Sitemap"
          name="sitemapUrl"
          type="url"
          value={input.sitemapUrl}
          hint="For the sitemap's pages. Empty: the domain's own is used."
          error={problem?.fieldMessage("sitemapUrl")}
        />
        <Checkbox
          label="Only pages that are new or changed since the last audit"
          name="newPagesOnly"
          checked={input.newPagesOnly}
          hint="For the sitemap's pages."
        />
        <Select
          label="Files and links to ask for"
          name="files"
          value={input.files}
          options={FILES}
          hint="They are asked for once each, to find broken ones. They don't count as pages."
          error={problem?.fieldMessage("files")}
        />
        <Checkbox
          label="Let a sample stand for many pages of one pattern"
          name="allowSampling"
          checked={input.allowSampling}
          hint="Faster on large sites. The result says what was sampled."
        />
        <ScopeFields scope={input.scope} problem={problem} />
        <div class="actions">
          <Button>Start the audit</Button>
          <ButtonLink href={path("audits")}>Back</ButtonLink>
        </div>
      </Form>
    </>
  );
}
