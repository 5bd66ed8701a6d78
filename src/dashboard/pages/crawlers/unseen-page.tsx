import type { ResponseOf } from "../../../client";
import { readForm, submit } from "../../server/form";
import { page } from "../../server/page";
import type { SitePageContext } from "../../server/page-env";
import { countWords } from "../../ui/count-words";
import { Button, ButtonLink, Form } from "../../ui/form";
import { Count, Num, Time } from "../../ui/format";
import { Card, EmptyState } from "../../ui/panels";
import { wholeView, type ListView } from "../../ui/lists/list-view";
import { DataTable, type Column, type ListColumn } from "../../ui/lists/table";
import { csvOfList, listState, wantsCsv } from "../../server/list";
import { Untrusted } from "../../ui/untrusted";
import { operatorWords, purposeWords } from "./crawler-words";
import { CrawlerFrame, DaysForm, daysOf, type DayChoice } from "./frame";
import { sitePath } from "../../../lib/hosts/page-paths";

type Report = ResponseOf<"readUnseenPages">;
type Crawler = Report["crawlers"][number];
type Unseen = Crawler["pages"][number];
type Fetched = Crawler["fetched"][number];
type Deploy = ResponseOf<"listDeploys">["deploys"][number];

const PAGES = 25;
const SHOWN_DEPLOYS = 5;

const pathLink = (domain: string, path: string) => (
  <a href={sitePath(domain, "inspect", { url: path })}>
    <Untrusted text={path} max={120} />
  </a>
);

const crawlerColumns = (domain: string, days: DayChoice): Column<Crawler>[] => [
  {
    name: "Crawler",
    heading: true,
    cell: ({ crawler, provider, kind }) => (
      <>
        <a href={`${sitePath(domain, "crawlers/unseen", { crawler, days })}#unseen`}>
          <Untrusted text={crawler} max={60} />
        </a>{" "}
        of {operatorWords(provider)} ({purposeWords(kind)})
      </>
    ),
  },
  { name: "Changed since", number: true, cell: ({ changed }) => <Num value={changed} /> },
  { name: "Never read", number: true, cell: ({ never }) => <Num value={never} /> },
  { name: "Cannot tell", number: true, cell: ({ unsure }) => <Num value={unsure} /> },
  { name: "Pages read", number: true, cell: ({ read }) => <Num value={read} /> },
  { name: "Days to fetch a change", number: true, cell: ({ medianDays }) => <Num value={medianDays} digits={1} /> },
];

const Changed = ({ change }: Pick<Unseen, "change">) =>
  change === null ? (
    <span class="muted">no change known</span>
  ) : change.at !== null ? (
    <Time at={change.at} />
  ) : (
    <>
      <Time at={change.from} day /> to <Time at={change.to} day />, between two audits
    </>
  );

const changedAt = ({ change }: Unseen) =>
  change === null ? null : change.at === null ? change.to : new Date(change.at).toISOString();

const unseenColumns = (domain: string): ListColumn<Unseen>[] => [
  { name: "Page", heading: true, value: ({ path }) => path, cell: ({ path }) => pathLink(domain, path) },
  { name: "Last read", value: ({ lastVisit }) => lastVisit, cell: ({ lastVisit }) => <Time at={lastVisit} day /> },
  { name: "Changed", value: changedAt, cell: Changed },
  { name: "Visits", number: true, value: ({ visits }) => visits, cell: ({ visits }) => <Num value={visits} /> },
  {
    name: "Citations",
    number: true,
    value: ({ citations }) => citations,
    cell: ({ citations }) => <Num value={citations} />,
  },
];

const fetchedColumns = (domain: string): Column<Fetched>[] => [
  { name: "Page", heading: true, cell: ({ path }) => pathLink(domain, path) },
  { name: "Changed", cell: Changed },
  { name: "Fetched", cell: ({ date }) => <Time at={date} day /> },
];

const deployColumns: Column<Deploy>[] = [
  { name: "Asked for", heading: true, cell: ({ askedAt }) => <Time at={askedAt} /> },
  { name: "State", cell: ({ state }) => state },
  { name: "Pages", number: true, cell: ({ listed }) => <Num value={listed} /> },
  { name: "Submitted to IndexNow", number: true, cell: ({ submitted }) => <Num value={submitted} /> },
  { name: "Note", cell: ({ steps, error }) => <Untrusted text={noteOf(steps, error)} max={300} /> },
];

const noteOf = (steps: Deploy["steps"], error: string | null) =>
  error ?? steps.find(({ step }) => step === "submit")?.note ?? "";

/** What one crawler has not seen, with the one thing to do about it. */
function CrawlerCard({ domain, crawler, view }: { domain: string; crawler: Crawler; view: ListView<Unseen> }) {
  const all = crawler.changed + crawler.never;
  return (
    <Card title={`What ${crawler.crawler} has not seen`} id="unseen">
      <DataTable
        caption="Pages that it has not seen as they are"
        view={view}
        empty={
          <EmptyState title="It has seen every page as it is">
            Pages that change appear here until it fetches them.
          </EmptyState>
        }
      />
      {crawler.pages.length > 0 && (
        <>
          {all > crawler.pages.length && (
            <p class="muted">
              The <Num value={crawler.pages.length} /> that weigh most, of <Num value={all} />.
            </p>
          )}
          <Form action={sitePath(domain, "crawlers/unseen/renew")}>
            {crawler.pages.map(({ path }) => (
              <input type="hidden" name="path" value={path} />
            ))}
            <Button>
              Renew and submit{" "}
              {crawler.pages.length === 1 ? "this page" : `these ${countWords(crawler.pages.length, "page", "pages")}`}
            </Button>
          </Form>
        </>
      )}
      {crawler.fetched.length > 0 && (
        <>
          <h3>Fetched after their last change</h3>
          <DataTable
            caption="Pages that it fetched after they changed"
            columns={fetchedColumns(domain)}
            rows={crawler.fetched}
            empty={null}
          />
        </>
      )}
    </Card>
  );
}

/** `crawlers/unseen`: which crawlers have not seen which pages as they are. */
export async function unseenPage(c: SitePageContext) {
  const { domain } = c.var.domain;
  const days = daysOf(c);
  const [report, { deploys }] = await Promise.all([
    c.var.api.readUnseenPages({ query: { domain, days: Number(days), limit: PAGES } }),
    c.var.api.listDeploys({ query: { domain, limit: SHOWN_DEPLOYS } }),
  ]);
  const asked = c.req.query("crawler");
  const crawler = report.crawlers.find((each) => each.crawler === asked) ?? report.crawlers[0];
  const [list, columns, rows] = [listState(c, ["days", "crawler"]), unseenColumns(domain), crawler?.pages ?? []];
  if (wantsCsv(c)) return csvOfList(c, `unseen-${domain}`, rows, columns, list);
  return page(
    c,
    { title: "Not seen yet", section: "crawlers" },
    <CrawlerFrame domain={domain} tab="unseen" days={days}>
      <DaysForm action={sitePath(domain, "crawlers/unseen")} days={days} />
      <p>
        It is known when <Num value={report.changedPages} /> of <Count value={report.pages} one="page" many="pages" />{" "}
        changed last. Only verified visits count, by day.
        {!report.allPages && " The site has more pages, which are left out."}
      </p>
      <DataTable
        caption="Verified crawlers and what they have not seen"
        columns={crawlerColumns(domain, days)}
        rows={report.crawlers}
        empty={
          <EmptyState
            title="No verified crawler has read a page yet"
            picture="visits"
            action={<ButtonLink href={sitePath(domain, "cache/connect")}>Connect the site</ButtonLink>}
          >
            A crawler is verified by its address or its signature once it comes through this service.
          </EmptyState>
        }
      />
      {crawler && (
        <CrawlerCard
          domain={domain}
          crawler={crawler}
          view={wholeView(rows, columns, list, { locale: c.var.locale, outOf: crawler.changed + crawler.never })}
        />
      )}
      {deploys.length > 0 && (
        <Card title="Latest renewals and deploys">
          <DataTable caption="Latest renewals and deploys" columns={deployColumns} rows={deploys} empty={null} />
        </Card>
      )}
    </CrawlerFrame>,
  );
}

/** Renews and submits the pages that the reader saw. */
export async function renewUnseen(c: SitePageContext): Promise<Response> {
  const form = await readForm(c);
  const { domain } = c.var.domain;
  const urls = form.all("path");
  const back = sitePath(domain, "crawlers/unseen");
  return submit(c, {
    send: () => c.var.api.reportDeploy({ body: { domain, urls, audit: false, resubmit: true } }),
    done: () => ({
      to: back,
      text: `${countWords(urls.length, "page is", "pages are")} being rendered again, and then submitted to IndexNow.`,
    }),
    back,
  });
}
