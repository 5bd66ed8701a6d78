import type { InferResponseType } from "hono/client";
import type { OwnApi } from "../../../own-api";
import { choiceOf } from "../../server/choice";
import { page } from "../../server/page";
import type { SitePageContext } from "../../server/page-env";
import { read } from "../../server/read";
import { Button, ButtonLink, Field, Form, Select } from "../../ui/form";
import { Duration, Num, Time } from "../../ui/format";
import { Badge, EmptyState } from "../../ui/panels";
import { sitePath } from "../../ui/paths";
import { DataTable, type Column } from "../../ui/table";
import { Untrusted } from "../../ui/untrusted";
import { CacheFrame } from "./frame";
import { END_CHOICES, END_OPTIONS, EndBadge, endWords, readyWords } from "./words";

export type LogLine = InferResponseType<OwnApi["api"]["prerender"]["renders"]["$get"], 200>["renders"][number];

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
        <summary>{count > 0 ? `Details and ${count} errors of the page` : "Details"}</summary>
        <p>{endWords(outcome).means}</p>
        <p>{readyWords(readySignal)}</p>
        <Lines name="Requests that failed" lines={failedRequests} />
        <Lines name="Errors of the page’s scripts" lines={consoleErrors} />
      </details>
    </>
  );
}

const SHARED: Column<LogLine>[] = [
  { name: "Result", cell: ({ outcome }) => <EndBadge outcome={outcome} /> },
  { name: "Notes", cell: (line) => <Notes line={line} /> },
  { name: "Answer", cell: ({ status }) => (status === null ? "none" : <Badge>{status}</Badge>) },
  { name: "Screen", cell: ({ screen }) => (screen === "mobile" ? "phone" : "desktop") },
  { name: "Took", number: true, cell: ({ durationMs }) => <Duration ms={durationMs} /> },
  { name: "Words", number: true, cell: ({ words }) => <Num value={words} /> },
];
const at: Column<LogLine> = { name: "Began", cell: ({ at: began }) => <Time at={began} /> };
const pageOf = (domain: string): Column<LogLine> => ({
  name: "Page",
  heading: true,
  cell: ({ path }) => (
    <a href={sitePath(domain, "cache/page", { path })}>
      <Untrusted text={path} max={100} />
    </a>
  ),
});

/** The columns of the log of all pages, or of one page. */
export const logColumns = (domain: string | null): Column<LogLine>[] =>
  domain === null ? [{ ...at, heading: true }, ...SHARED] : [pageOf(domain), at, ...SHARED];

/** How renders ended and why. */
export async function rendersPage(c: SitePageContext) {
  const {
    api,
    domain: { domain },
  } = c.var;
  const path = c.req.query("path")?.trim() || undefined;
  const outcome = choiceOf(c.req.query("outcome"), END_CHOICES);
  const cursor = c.req.query("cursor");
  const list = await read(api.api.prerender.renders.$get({ query: { domain, path, outcome, cursor, limit: "50" } }));
  const to = (more: Record<string, string | null>) => sitePath(domain, "cache/renders", { path, outcome, ...more });
  const filtered = path !== undefined || outcome !== undefined;
  return page(
    c,
    { title: "Render log", section: "cache" },
    <CacheFrame domain={domain} tab="renders">
      <Form method="get" action={sitePath(domain, "cache/renders")} row>
        <Field label="Path and query" name="path" type="search" value={path} maxlength={2_048} placeholder="/about" />
        <Select label="Result" name="outcome" value={outcome ?? ""} options={END_OPTIONS} />
        <Button tone="plain">Show</Button>
      </Form>
      <DataTable
        caption="Renders, newest first"
        columns={logColumns(domain)}
        rows={list.renders}
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
            The log keeps 30 days and at most 20 renders of each page.
          </EmptyState>
        }
        next={list.nextCursor === null ? null : to({ cursor: list.nextCursor })}
        first={cursor ? to({}) : null}
      />
    </CacheFrame>,
  );
}
