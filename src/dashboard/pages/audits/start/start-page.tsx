import type { ResponseOf } from "../../../../client";
import { readForm, submit } from "../../../server/form";
import { page } from "../../../server/page";
import type { ApiProblem } from "../../../server/read";
import { formatNumber } from "../../../ui/format";
import { Notice, PageHeader } from "../../../ui/panels";
import { homeAddress } from "../../../ui/typed-address";
import type { SiteContext } from "../parts/read-runs";
import { StartForm } from "./start-form";
import { startInput, type StartInput } from "./start-input";
import { appPath, sitePath } from "../../../../lib/hosts/page-paths";

type AccountFacts = ResponseOf<"readAccount">;

/** What an audit reads unless somebody says otherwise. */
export const defaultInput = (c: SiteContext): StartInput => ({
  urls: [homeAddress(c.var.domain.domain)],
  mode: c.var.domain.sitemapUrl ? "sitemap" : "follow",
  files: "own",
  allowSampling: true,
  rendering: "auto",
  newPagesOnly: false,
  scope: c.var.domain.auditScope ?? undefined,
});

/** What the plan still allows this month. */
function Budget({ account, locale, domain }: { account: AccountFacts; locale: string; domain: string }) {
  const { limits, usage } = account;
  const number = (value: number) => formatNumber(Math.max(0, value), locale);
  if (!limits.audits)
    return (
      <Notice kind="warn">
        <p>
          Audits are switched off for this account: see <a href={appPath("account")}>your plan and usage</a>. Snapshots,
          crawler visits and <a href={sitePath(domain, "inspect")}>single addresses</a> can be looked at without an
          audit.
        </p>
      </Notice>
    );
  return (
    <Notice>
      <p>
        Up to {number(limits.pagesPerRun)} pages in one audit. This month{" "}
        {number(limits.pagesPerMonth - usage.pagesPerMonth)} of {number(limits.pagesPerMonth)} pages and{" "}
        {number(limits.onDemandAuditsPerMonth - usage.onDemandAuditsPerMonth)} of{" "}
        {number(limits.onDemandAuditsPerMonth)} manual audits are left.{" "}
        <a href={`${appPath("account")}#plans`}>What other plans have</a>
      </p>
    </Notice>
  );
}

async function formPage(c: SiteContext, input: StartInput, problem?: ApiProblem): Promise<Response> {
  const { domain, api, locale } = c.var;
  const account = await api.readAccount();
  return page(
    c,
    { title: "Start an audit", section: "audits", status: problem?.status },
    <>
      <PageHeader title="Start an audit" back={{ href: sitePath(domain.domain, "audits"), name: "Audits" }} />
      <Budget account={account} locale={locale} domain={domain.domain} />
      {account.limits.audits && <StartForm domain={domain.domain} input={input} problem={problem} />}
    </>,
  );
}

/** `/audits/new` */
export const newAuditPage = (c: SiteContext) => formPage(c, defaultInput(c));

/** Starts an audit and redirects to it. */
export async function startAudit(c: SiteContext): Promise<Response> {
  const { domain } = c.var.domain;
  const input = startInput(await readForm(c));
  return submit(c, {
    send: () => c.var.api.startAudit({ body: { domain, ...input } }),
    done: ({ runId }) => ({ to: sitePath(domain, "audits/:runId", { runId }), text: "The audit has started." }),
    again: (problem) => formPage(c, input, problem),
  });
}
