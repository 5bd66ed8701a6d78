import { ListFilters } from "../../ui/lists/filter-form";
import { partView } from "../../ui/lists/list-view";
import { csvOfParts, listState, wantsCsv } from "../../server/list";
import type { ResponseOf } from "../../../client";
import { choiceOf } from "../../server/choice";
import { page } from "../../server/page";
import type { SitePageContext } from "../../server/page-env";
import { ButtonLink, Field, Select } from "../../ui/form";
import { Count, Duration, Num } from "../../ui/format";
import { Badge, EmptyState, Grid, Stat } from "../../ui/panels";
import { DataTable, type ListColumn } from "../../ui/lists/table";
import { Untrusted } from "../../ui/untrusted";
import { CacheFrame } from "./frame";
import { Bytes, StateBadge, STATE_CHOICES, STATE_OPTIONS } from "./words";
import { firstDayOf } from "../crawlers/frame";
import { allConnected, cacheShare } from "../crawlers/ways";
import { sitePath } from "../../../lib/hosts/page-paths";

type Entry = ResponseOf<"listCachedPages">["entries"][number];

const columnsFor = (domain: string): ListColumn<Entry>[] => [
  {
    name: "Page",
    heading: true,
    value: ({ path }) => path,
    cell: ({ path }) => (
      <a href={sitePath(domain, "cache/page", { path })}>
        <Untrusted text={path} max={120} />
      </a>
    ),
  },
  { name: "State", value: ({ state }) => state, cell: ({ state }) => <StateBadge state={state} /> },
  {
    name: "Age",
    number: true,
    value: ({ ageSeconds }) => ageSeconds,
    cell: ({ ageSeconds }) => <Duration ms={ageSeconds * 1_000} />,
  },
  {
    name: "Response",
    value: ({ status, location }) => (location === null ? status : `${status} to ${location}`),
    cell: ({ status, location }) => (
      <>
        <Badge tone={status === 200 ? "none" : "info"}>{status}</Badge>
        {location !== null && (
          <>
            {" "}
            to <Untrusted text={location} max={80} />
          </>
        )}
      </>
    ),
  },
  { name: "Size", number: true, value: ({ bytes }) => bytes, cell: ({ bytes }) => <Bytes value={bytes} /> },
  { name: "Words", number: true, value: ({ words }) => words, cell: ({ words }) => <Num value={words} /> },
  {
    name: "Versions",
    value: ({ hasMobile }) => (hasMobile ? "desktop, phone" : "one"),
    cell: ({ hasMobile }) => (hasMobile ? "desktop, phone" : "one"),
  },
];

function NoEntries({ domain, filtered }: { domain: string; filtered: boolean }) {
  if (filtered)
    return (
      <EmptyState
        title="No cached page matches"
        action={<ButtonLink href={sitePath(domain, "cache")}>Show all pages</ButtonLink>}
      >
        Change the filters, or show all pages.
      </EmptyState>
    );
  return (
    <EmptyState
      title="Nothing is cached yet"
      picture="cache"
      action={
        <>
          <ButtonLink tone="main" href={sitePath(domain, "cache/connect")}>
            Connect the site
          </ButtonLink>
          <ButtonLink href={sitePath(domain, "cache/refresh")}>Render pages now</ButtonLink>
        </>
      }
    >
      A page is rendered and stored when a crawler first requests it. Connect the site, or render your pages in advance.
    </EmptyState>
  );
}

/** The cached pages, with what the cache saved. */
export async function entriesPage(c: SitePageContext) {
  const {
    api,
    domain: { domain },
  } = c.var;
  const search = c.req.query("search")?.trim().slice(0, 2_048) || undefined;
  const state = choiceOf(c.req.query("state"), STATE_CHOICES);
  const list = listState(c, ["search", "state"]);
  const read = async (cursor: string | undefined, limit: number) => {
    const { entries, ...more } = await api.listCachedPages({ query: { domain, search, state, cursor, limit } });
    return { rows: entries, ...more };
  };
  const columns = columnsFor(domain);
  if (wantsCsv(c)) return csvOfParts(c, `cache-${domain}`, columns, list, (cursor) => read(cursor, 500));
  const [part, { crawlBudgetSaved: saved }, { ways }] = await Promise.all([
    read(list.cursor, 50),
    api.readBotsSummary({ query: { domain, days: 30 } }),
    api.readCrawlerResponses({ query: { domain, from: firstDayOf("30", Date.now()), limit: 1 } }),
  ]);
  const { requests, cacheHits } = ways.connected;
  const filtered = search !== undefined || state !== undefined;
  return page(
    c,
    { title: "Cache", section: "cache" },
    <CacheFrame domain={domain} tab="">
      <Grid>
        <Stat name={search ? "Pages that match" : "Cached pages"} value={<Num value={part.total} />} />
        <Stat
          name="Served from the cache"
          value={<Num value={cacheShare(ways)} share digits={0} />}
          note={
            requests === 0 ? (
              "no crawler came through this service in 30 days"
            ) : (
              <>
                of <Count value={requests} one="request" many="requests" /> of crawlers through this service in 30 days
              </>
            )
          }
          href={sitePath(domain, "crawlers")}
        />
        <Stat
          name="Crawlers waited less"
          value={cacheHits > 0 && allConnected(ways) ? <Duration ms={saved.minutesSaved * 60_000} /> : "–"}
          note={
            cacheHits === 0 ? (
              "the cache has answered no crawler in 30 days"
            ) : !allConnected(ways) ? (
              "not known while visits are also reported or imported"
            ) : (
              <>
                in all, at <Count value={cacheHits} one="request" many="requests" />
              </>
            )
          }
        />
      </Grid>
      <ListFilters state={list} columns={columns}>
        <Field label="Path contains" name="search" type="search" value={search} maxlength={2_048} />
        <Select label="State" name="state" value={state ?? ""} options={STATE_OPTIONS} />
      </ListFilters>
      <DataTable
        caption="Cached pages"
        view={partView({ ...part, total: state ? null : part.total }, columns, list)}
        empty={<NoEntries domain={domain} filtered={filtered || list.cursor !== undefined} />}
      />
    </CacheFrame>,
  );
}
