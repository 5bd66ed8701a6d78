import type { ResponseOf } from "../../../../client";
import { ApiProblem } from "../../../server/read";
import { Num } from "../../../ui/format";
import { Notice } from "../../../ui/panels";
import { DataTable, type Column } from "../../../ui/lists/table";
import { cutWords, failureWords } from "../../../ui/failure-words";
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

const status = ({ status: code, failure }: Seen) =>
  code ?? <Untrusted text={failureWords(failure ?? "no response")} max={200} />;
const title = ({ title: text }: Seen) => (text ? <Untrusted text={text} max={200} /> : "–");

const columns: Column<Row>[] = [
  { name: "What", heading: true, cell: ({ name }) => name },
  { name: "The site alone", cell: ({ site }) => site },
  { name: "As Googlebot", cell: ({ crawler }) => crawler },
];

/** What to do if the site answered Googlebot itself, by what it answered. */
function ownAnswer(crawler: number, site: number | null): string {
  if (crawler >= 400 && (site === null || site >= 400))
    return `Your home page answers ${crawler}, and ${site ?? "nothing"} without crawlers, too. Make it answer first, then test again.`;
  if (crawler >= 400)
    return `Your site answers Googlebot with ${crawler}, and others with ${site}: something on it, such as a firewall, refuses crawlers before this service is asked. Let Googlebot pass, then test again.`;
  return `Your site answered Googlebot itself. Check that the change is deployed, that it has the key, and that no cache in front of it answers first.`;
}

/** What the test means, and what to do about it. */
export function verdictOf(test: ConnectionTest): { good: boolean; words: string } {
  const { connected, claimed, asCrawler, withoutService } = test;
  if (asCrawler.status === null)
    return { good: false, words: `Googlebot gets no page: ${failureWords(asCrawler.failure ?? "no response")}.` };
  if (claimed)
    return {
      good: false,
      words:
        "The response says that it comes from this service, and it does not. Either the site sets x-crawlready-cache itself, or a cache in front of it has kept an earlier response: let that cache pass crawlers on.",
    };
  if (!connected) return { good: false, words: ownAnswer(asCrawler.status, withoutService.status) };
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
      {test.asCrawler.cut !== null && <Notice>{cutWords(test.asCrawler.cut)}</Notice>}
      <DataTable caption="What the home page says, before and after" columns={columns} rows={rows(test)} empty={null} />
    </>
  );
}
