import type { ResponseOf } from "../../../client";
import { pathWith, sitePath } from "../../../lib/hosts/page-paths";
import { page } from "../../server/page";
import type { SitePageContext } from "../../server/page-env";
import { Button, Field, Form } from "../../ui/form";
import { Count, Num, Time } from "../../ui/format";
import { Badge, Card, EmptyState } from "../../ui/panels";
import { DataTable, type Column } from "../../ui/lists/table";
import { Untrusted } from "../../ui/untrusted";
import { CacheFrame } from "./frame";

type Served = ResponseOf<"readLedger">["served"][number];
type Row = { day: Served; entry: Served["entries"][number] | null };

/** Below this share of words, a reader should look at both. */
const ALIKE = 80;

function Alike({ entry }: { entry: Row["entry"] }) {
  if (entry === null || entry.alike === null) return <span class="muted">not compared</span>;
  const { given, shown } = entry.alike;
  const isAlike = Math.min(given, shown) >= ALIKE;
  return (
    <>
      <Badge tone={isAlike ? "good" : "warn"}>{isAlike ? "the same for people" : "differs from what people saw"}</Badge>{" "}
      <span class="muted">
        {given}% and {shown}% of the words
      </span>
    </>
  );
}

const columns: Column<Row>[] = [
  { name: "Day", heading: true, cell: ({ day }) => <Time at={day.day} day /> },
  {
    name: "Crawlers got",
    cell: ({ entry }) =>
      entry === null ? (
        <span class="muted">the same as before</span>
      ) : (
        <>
          <Badge>{entry.status}</Badge> <code>{entry.body.slice(0, 12)}</code>
          {entry.screen === "mobile" && " (phone)"} since <Time at={entry.at} />
        </>
      ),
  },
  { name: "Beside what a browser showed", cell: Alike },
  {
    name: "Verified visits",
    cell: ({ day }) =>
      day.visits.length === 0 ? (
        <span class="muted">none</span>
      ) : (
        day.visits.slice(0, 6).map(({ crawler, visits }, i) => (
          <>
            {i > 0 && ", "}
            <Untrusted text={crawler} max={60} /> <Num value={visits} />
          </>
        ))
      ),
  },
  { name: "Signed", cell: ({ day }) => (day.signed ? "yes" : "no") },
];

/** `GET …/cache/ledger`: what crawlers got of a page, day by day. */
export async function ledgerPage(c: SitePageContext) {
  const { domain } = c.var.domain;
  const path = c.req.query("path") || "/";
  const ledger = await c.var.api.readLedger({ query: { domain, path: path.startsWith("/") ? path : `/${path}` } });
  const now = Date.now();
  const rows = ledger.served.flatMap((day): Row[] =>
    day.entries.length === 0 ? [{ day, entry: null }] : day.entries.map((entry) => ({ day, entry })),
  );
  return page(
    c,
    { title: "What was served", section: "cache" },
    <CacheFrame domain={domain} tab="ledger">
      <p>
        Each day is closed with a hash of everything that the cache had for crawlers, and of the day before. Nobody, we
        included, can change a closed day without breaking the chain.{" "}
        {ledger.days > 0 ? (
          <>
            <Count value={ledger.days} one="day" many="days" /> from <Time at={ledger.first} day /> to{" "}
            <Time at={ledger.last} day />.
          </>
        ) : (
          <>
            <strong>No day is closed yet.</strong> Today, <Time at={now} day />, is still being written. It is closed
            two hours after midnight (UTC).
          </>
        )}
      </p>
      <Form method="get" action={sitePath(domain, "cache/ledger")} row>
        <Field label="Page" name="path" value={ledger.path} />
        <Button tone="plain">Show</Button>
      </Form>
      <DataTable
        caption="What crawlers got of this page"
        columns={columns}
        rows={rows}
        empty={<EmptyState title="No closed day has this page">A day is closed two hours after its end.</EmptyState>}
      />
      <Card title="Prove it to others">
        <p>
          <a href={pathWith("/api/prerender/ledger/export", { domain })}>Export the whole ledger</a>. Whoever gets the
          file verifies it without us:
        </p>
        <pre>
          <code>npx crawlready verify-ledger ledger.jsonl --path {ledger.path.length < 100 ? ledger.path : "/"}</code>
        </pre>
        <p>
          It proves which HTML the cache had for crawlers on which day, and how alike that was to what a browser showed
          when it was made. It does not prove what each person saw.
        </p>
      </Card>
    </CacheFrame>,
  );
}
