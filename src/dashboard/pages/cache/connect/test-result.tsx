import type { ResponseOf } from "../../../../client";
import { ApiProblem } from "../../../server/read";
import { Num } from "../../../ui/format";
import { Notice } from "../../../ui/panels";
import { DataTable, type Column } from "../../../ui/lists/table";
import { Untrusted } from "../../../ui/untrusted";

export type ConnectionTest = ResponseOf<"testConnection">;
type Seen = ConnectionTest["asCrawler"];

const STATES: Record<NonNullable<Seen["cache"]>, string> = {
  hit: "from the cache",
  miss: "rendered just now",
  stale: "from the cache, and rendered again now",
  bypass: "passed through to your site",
};

const rows = ({ asCrawler, withoutService }: ConnectionTest) => [
  { name: "Response", crawler: status(asCrawler), site: status(withoutService) },
  {
    name: "x-crawlready-cache",
    crawler: asCrawler.cache ? `${asCrawler.cache}: ${STATES[asCrawler.cache]}` : "no such header",
    site: "–",
  },
  { name: "Words", crawler: <Num value={asCrawler.words} />, site: <Num value={withoutService.words} /> },
  { name: "Title", crawler: title(asCrawler), site: title(withoutService) },
];
type Row = ReturnType<typeof rows>[number];

const status = ({ status: code, failure }: Seen) => code ?? <Untrusted text={failure ?? "no response"} max={200} />;
const title = ({ title: text }: Seen) => (text ? <Untrusted text={text} max={200} /> : "–");

const columns: Column<Row>[] = [
  { name: "What", heading: true, cell: ({ name }) => name },
  { name: "The site alone", cell: ({ site }) => site },
  { name: "As Googlebot", cell: ({ crawler }) => crawler },
];

/** What the test means, and what to do about it. */
export function verdictOf({ connected, asCrawler, withoutService }: ConnectionTest): { good: boolean; words: string } {
  if (asCrawler.status === null)
    return { good: false, words: `Your site did not answer: ${asCrawler.failure ?? "no response"}.` };
  if (!connected)
    return {
      good: false,
      words:
        "Your site answered Googlebot itself. Check that the change is deployed, that it has the key, and that no cache in front of it answers first.",
    };
  if (asCrawler.cache === "bypass")
    return {
      good: false,
      words:
        "The request reached this service, but your site’s own page came back. The render log says why the page has no snapshot.",
    };
  const [after, before] = [asCrawler.words ?? 0, withoutService.words ?? 0];
  const gain = after > before ? ` It reads ${after} words instead of ${before}.` : "";
  return { good: true, words: `Connected: Googlebot gets the snapshot.${gain}` };
}

/** What the test of a connection saw. */
export function TestResult({ test }: { test: ConnectionTest | ApiProblem }) {
  if (test instanceof ApiProblem) return <Notice kind="bad">{test.message}</Notice>;
  const { good, words } = verdictOf(test);
  return (
    <>
      <Notice kind={good ? "good" : "warn"}>{words}</Notice>
      <DataTable caption="What the home page says, before and after" columns={columns} rows={rows(test)} empty={null} />
    </>
  );
}
