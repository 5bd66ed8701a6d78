import { type ListState } from "../../ui/lists/list-state";
import { ListFilters } from "../../ui/lists/filter-form";
import { wholeView } from "../../ui/lists/list-view";
import { csvOfList, listState, wantsCsv } from "../../server/list";
import type { ResponseOf } from "../../../client";
import { page } from "../../server/page";
import type { PageApi } from "../../server/page-api";
import type { PageContext } from "../../server/page-env";
import { ButtonLink, Select } from "../../ui/form";
import { Num, Time } from "../../ui/format";
import { Badge, CopyText, EmptyState, PageHeader } from "../../ui/panels";
import { DataTable, type Column, type ListColumn } from "../../ui/lists/table";
import { findCrawlers, PURPOSES, robotsLines } from "./crawlers";

type Catalogue = ResponseOf<"listCrawlers">;
type Crawler = Catalogue["crawlers"][number];

const PER_PAGE = 40;

const OBEYS = {
  yes: ["good", "yes"],
  named: ["warn", "if named"],
  no: ["bad", "no"],
} as const;

function Robots({ crawler: { robotsToken } }: { crawler: Crawler }) {
  if (robotsToken === null) return <span class="muted">no name for robots.txt</span>;
  const { allow, disallow } = robotsLines(robotsToken);
  return (
    <details class="robots-lines">
      <summary>Lines for {robotsToken}</summary>
      <p class="hint">To let it in:</p>
      <CopyText block text={allow} name={`the lines that allow ${robotsToken}`} />
      <p class="hint">To keep it out:</p>
      <CopyText block text={disallow} name={`the lines that disallow ${robotsToken}`} />
    </details>
  );
}

function Obeys({ crawler: { obeysRobots } }: { crawler: Crawler }) {
  if (obeysRobots === null) return <span class="muted">not stated</span>;
  const [tone, name] = OBEYS[obeysRobots];
  return <Badge tone={tone}>{name}</Badge>;
}

function Proofs({ verifiedBy }: Pick<Crawler, "verifiedBy">) {
  if (verifiedBy.length === 0) return <span class="muted">nothing published</span>;
  return (
    <ul class="plain-list">
      {verifiedBy.map((proof) => (
        <li class="token">{proof}</li>
      ))}
    </ul>
  );
}

const columns: ListColumn<Crawler>[] = [
  {
    name: "In the user agent",
    heading: true,
    value: ({ token }) => token,
    cell: ({ token }) => <code class="token">{token}</code>,
  },
  {
    name: "Operator",
    value: ({ operator }) => operator,
    cell: ({ operator, documentation }) => (documentation === null ? operator : <a href={documentation}>{operator}</a>),
  },
  { name: "Purpose", value: ({ kind }) => PURPOSES[kind] ?? kind, cell: ({ kind }) => PURPOSES[kind] ?? kind },
  {
    name: "Obeys robots.txt",
    value: ({ obeysRobots }) => obeysRobots && OBEYS[obeysRobots][1],
    cell: (crawler) => <Obeys crawler={crawler} />,
  },
  {
    name: "How a visit is verified",
    value: (each) => each.verifiedBy.join("; "),
    cell: ({ verifiedBy }) => <Proofs verifiedBy={verifiedBy} />,
  },
  { name: "Robots.txt", value: ({ robotsToken }) => robotsToken, cell: (crawler) => <Robots crawler={crawler} /> },
];

const assistantColumns: Column<Catalogue["assistants"][number]>[] = [
  { name: "Assistant", heading: true, cell: ({ name }) => name },
  { name: "Operator", cell: ({ operator }) => operator },
  { name: "Hosts", cell: ({ hosts }) => hosts.join(", ") },
  { name: "utm_source, in addition to its hosts", cell: ({ utmSources }) => utmSources.join(", ") || "–" },
];

function Search({ list, purpose }: { list: ListState; purpose: string }) {
  return (
    <ListFilters state={list} columns={columns} search="Search">
      <Select label="Purpose" name="purpose" value={purpose} options={[["", "Any"], ...Object.entries(PURPOSES)]} />
    </ListFilters>
  );
}

/** `GET /bots` for people. Programs get JSON from the API. */
export async function botsPage(c: PageContext) {
  const { date, crawlers, assistants } = await (c.var.api as PageApi).listCrawlers();
  const list = listState(c, ["purpose"]);
  const purpose = PURPOSES[c.req.query("purpose") ?? ""] ? c.req.query("purpose")! : "";
  const found = findCrawlers(crawlers, list.search.slice(0, 100), purpose);
  if (wantsCsv(c)) return csvOfList(c, "crawlers", found, columns, { ...list, search: "" });
  c.header("cache-control", "public, max-age=3600");
  c.header("vary", "Accept, Accept-Language");
  return page(
    c,
    { title: "Crawlers that Crawlready knows", indexed: true },
    <>
      <PageHeader
        title="Crawlers that Crawlready knows"
        lead={
          <>
            <Num value={crawlers.length} /> crawlers, reviewed on <Time at={date} day />: who sends them, what for, how
            to tell a real one from a fake, and what to write into robots.txt. If several match a user agent, the first
            of the list in its own order counts. <a href="/bot">Ours has a page of its own.</a>
          </>
        }
      />
      <Search list={list} purpose={purpose} />
      <DataTable
        caption="Crawlers"
        view={wholeView(found, columns, list, { perPage: PER_PAGE, locale: c.var.locale, isFound: true })}
        empty={
          <EmptyState
            title="No crawler matches"
            picture="list"
            action={<ButtonLink href="/bots">All crawlers</ButtonLink>}
          >
            Search for a part of the user agent, or for the operator.
          </EmptyState>
        }
      />
      <h2>Assistants that send people</h2>
      <p>
        A person is counted for an assistant if the referrer is one of its hosts, or <code>utm_source</code> names it.
      </p>
      <DataTable
        caption="Assistants that send people"
        columns={assistantColumns}
        rows={assistants}
        empty={<EmptyState title="None">None is known.</EmptyState>}
      />
    </>,
  );
}
