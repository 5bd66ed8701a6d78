import type { ResponseOf } from "../../../../client";
import { readForm, readUpload, submit } from "../../../server/form";
import { page } from "../../../server/page";
import type { ApiProblem } from "../../../server/read";
import { formatNumber } from "../../../ui/format";
import { Notice, PageHeader } from "../../../ui/panels";
import { homeAddress } from "../../../ui/typed-address";
import type { SiteContext } from "../parts/read-runs";
import { ListForm, StartForm } from "./start-form";
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
  mailWhenDone: false,
  scope: c.var.domain.auditScope ?? undefined,
});

interface BudgetProps {
  account: AccountFacts;
  locale: string;
  domain: string;
}

/** What the plan still allows this month. */
function Budget({ account, locale, domain }: BudgetProps) {
  const { limits, left } = account;
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
        Up to {number(limits.pagesPerRun)} pages in one audit. This month {number(left.pagesPerMonth)} of{" "}
        {number(limits.pagesPerMonth)} pages and {number(left.onDemandAuditsPerMonth)} of{" "}
        {number(limits.onDemandAuditsPerMonth)} manual audits are left.{" "}
        <a href={`${appPath("account")}#plans`}>What other plans have</a>
      </p>
    </Notice>
  );
}

interface Problems {
  start?: ApiProblem;
  list?: ApiProblem;
}

async function formPage(c: SiteContext, input: StartInput, { start, list }: Problems = {}): Promise<Response> {
  const { domain, api, locale } = c.var;
  const account = await api.readAccount();
  return page(
    c,
    { title: "Start an audit", section: "audits", status: (start ?? list)?.status },
    <>
      <PageHeader title="Start an audit" back={{ href: sitePath(domain.domain, "audits"), name: "Audits" }} />
      <Budget account={account} locale={locale} domain={domain.domain} />
      {account.limits.audits && (
        <>
          <StartForm domain={domain.domain} input={input} problem={start} />
          <ListForm domain={domain.domain} problem={list} />
        </>
      )}
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
    again: (start) => formPage(c, input, { start }),
  });
}

/** The lines of a text file as a CSV file with one column. */
function csvOf(name: string, text: string): string {
  if (/\.csv$/i.test(name) || /^[\s\uFEFF]*</.test(text)) return text;
  return text.replaceAll(/^[^#\r\n].*$/gm, (line) => `"${line.trim().replaceAll('"', '""')}"`);
}

const MOST_BYTES = 16 * 1_048_576;

/** Starts an audit of the addresses in a file. */
export async function startListedAudit(c: SiteContext): Promise<Response> {
  const { domain } = c.var.domain;
  return submit(c, {
    send: async () => {
      const file = await readUpload(c, "file", MOST_BYTES);
      const text = file === null ? "" : csvOf(file.name, await file.text());
      // With a session the API takes this type alone.
      return c.var.api.startAuditFromList({ query: { domain }, text, contentType: "text/csv" });
    },
    done: ({ runId }) => ({ to: sitePath(domain, "audits/:runId", { runId }), text: "The audit has started." }),
    again: (list) => formPage(c, defaultInput(c), { list }),
  });
}
