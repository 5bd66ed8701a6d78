import { countWords } from "../../ui/count-words";
import { ListFilters } from "../../ui/lists/filter-form";
import { partView } from "../../ui/lists/list-view";
import { csvOfParts, listState, wantsCsv } from "../../server/list";
import type { ResponseOf } from "../../../client";
import { choiceOf } from "../../server/choice";
import { page } from "../../server/page";
import { asTyped } from "../../server/page-api";
import type { SitePageContext } from "../../server/page-env";
import { ButtonLink, Field, Select } from "../../ui/form";
import { Duration, Num, Time } from "../../ui/format";
import { Badge, EmptyState } from "../../ui/panels";
import { DataTable, type Column, type ListColumn } from "../../ui/lists/table";
import { Untrusted } from "../../ui/untrusted";
import { CacheFrame } from "./frame";
import { END_CHOICES, END_OPTIONS, EndBadge, endWords, readyWords } from "./words";
import { sitePath } from "../../../lib/hosts/page-paths";

export type LogLine = ResponseOf<"listRenders">["renders"][number];

function Lines({ name, lines }: { name: string; lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <>
      <p>{name}</p>
      <ul class="lines">
        {lines.map((line) => (
          <li>
            <code>
              <Untrusted text={line} max={300} />
            </code>
          </li>
        ))}
      </ul>
    </>
  );
}

function Notes({ line }: { line: LogLine }) {
  const { outcome, reason, readySignal, failedRequests, consoleErrors } = line;
  const count = failedRequests.length + consoleErrors.length;
  return (
    <>
      {reason !== null && (
        <p>
          <Untrusted text={reason} max={300} />
        </p>
      )}
      <details class="more">
        <summary>{count > 0 ? `Details and ${countWords(count, "error", "errors")} of the page` : "Details"}</summary>
        <p>{endWords(outcome).means}</p>
        <p>{readyWords(readySignal, outcome === "stored" && reason !== null)}</p>
        <Lines name="Failed requests" lines={failedRequests} />
        <Lines name="Script errors" lines={consoleErrors} />
      </details>
    </>
  );
}

const SHARED: ListColumn<LogLine>[] = [
  {
    name: "Result",
    value: ({ outcome }) => endWords(outcome).name,
    cell: ({ outcome }) => <EndBadge outcome={outcome} />,
  },
  { name: "Notes", value: ({ reason }) => reason, cell: (line) => <Notes line={line} /> },
  {
    name: "Response",
    value: ({ status }) => status,
    cell: ({ status }) => (status === null ? "none" : <Badge>{status}</Badge>),
  },
  {
    name: "Screen",
    value: ({ screen }) => (screen === "mobile" ? "phone" : "desktop"),
    cell: ({ screen }) => (screen === "mobile" ? "phone" : "desktop"),
  },
  {
    name: "Took",
    number: true,
    value: ({ durationMs }) => durationMs,
    cell: ({ durationMs }) => <Duration ms={durationMs} />,
  },
  { name: "Words", number: true, value: ({ words }) => words, cell: ({ words }) => <Num value={words} /> },
];
const at: ListColumn<LogLine> = {
  name: "Started",
  value: ({ at: began }) => new Date(began).toISOString(),
  cell: ({ at: began }) => <Time at={began} />,
};
const pageOf = (domain: string): ListColumn<LogLine> => ({
  name: "Page",
  heading: true,
  value: ({ path }) => path,
  cell: ({ path }) => (
    <a href={sitePath(domain, "cache/page", { path })}>
      <Untrusted text={path} max={100} />
    </a>
  ),
});

/** The columns of the log of all pages, or of one page. */
export const logColumns = (domain: string | null): ListColumn<LogLine>[] =>
  domain === null ? [{ ...at, heading: true }, ...SHARED] : [pageOf(domain), at, ...SHARED];

type PausedPage = ResponseOf<"listRenders">["paused"][number];

const pausedColumns = (domain: string): Column<PausedPage>[] => [
  {
    name: "Page",
    heading: true,
    cell: ({ path }) => (
      <a href={sitePath(domain, "cache/page", { path })}>
        <Untrusted text={path} max={100} />
      </a>
    ),
  },
  { name: "Why", cell: ({ reason }) => <Untrusted text={reason} max={300} /> },
  { name: "Screen", cell: ({ screen }) => (screen === "mobile" ? "phone" : "desktop") },
  { name: "Tries", number: true, cell: ({ tries }) => <Num value={tries} /> },
  { name: "Next try after", cell: ({ retryAt }) => <Time at={retryAt} /> },
];

/** Pages that used up their time again and again. */
export function PausedPages({ domain, pages }: { domain: string; pages: readonly PausedPage[] }) {
  if (pages.length === 0) return null;
  return (
    <>
      <p role="status">
        These pages did not become ready in 20 seconds, so crawlers get what your server sends, or the last good
        snapshot. They are tried again after growing pauses. A page that sets <code>window.prerenderReady</code>, or a
        rule that says what to wait for, needs nothing else. To try at once,{" "}
        <a href={sitePath(domain, "cache/refresh")}>refresh the page</a>.
      </p>
      <DataTable caption="Pages that never became ready" columns={pausedColumns(domain)} rows={pages} empty={null} />
    </>
  );
}

/** How renders ended and why. */
export async function rendersPage(c: SitePageContext) {
  const {
    api,
    domain: { domain },
  } = c.var;
  const path = c.req.query("path")?.trim() || undefined;
  const outcome = choiceOf(c.req.query("outcome"), END_CHOICES);
  const list = listState(c, ["path", "outcome"]);
  const read = async (cursor: string | undefined, limit: number) => {
    const query = { ...asTyped<"listRenders">({ cursor }), domain, path, outcome, limit };
    const { renders, ...more } = await api.listRenders({ query });
    return { rows: renders, ...more };
  };
  const columns = logColumns(domain);
  if (wantsCsv(c)) return csvOfParts(c, `renders-${domain}`, columns, list, (cursor) => read(cursor, 100));
  const part = await read(list.cursor, 50);
  const filtered = path !== undefined || outcome !== undefined;
  return page(
    c,
    { title: "Render log", section: "cache" },
    <CacheFrame domain={domain} tab="renders">
      <ListFilters state={list} columns={columns}>
        <Field label="Path and query" name="path" type="search" value={path} maxlength={2_048} placeholder="/about" />
        <Select label="Result" name="outcome" value={outcome ?? ""} options={END_OPTIONS} />
      </ListFilters>
      <PausedPages domain={domain} pages={part.paused} />
      <DataTable
        caption="Renders, newest first"
        view={partView(part, columns, list)}
        empty={
          <EmptyState
            title={filtered ? "No render matches" : "Nothing was rendered in the last 30 days"}
            action={
              filtered ? (
                <ButtonLink href={sitePath(domain, "cache/renders")}>Show all renders</ButtonLink>
              ) : (
                <ButtonLink tone="main" href={sitePath(domain, "cache/refresh")}>
                  Render pages now
                </ButtonLink>
              )
            }
          >
            The log keeps 30 days and at most 20 renders per page.
          </EmptyState>
        }
      />
    </CacheFrame>,
  );
}
