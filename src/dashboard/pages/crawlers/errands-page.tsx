import type { ResponseOf } from "../../../client";
import { submit } from "../../server/form";
import { page } from "../../server/page";
import type { SitePageContext } from "../../server/page-env";
import { Button, Form } from "../../ui/form";
import { Time } from "../../ui/format";
import { Badge, Card, EmptyState, Notice } from "../../ui/panels";
import { DataTable, type Column } from "../../ui/lists/table";
import { Untrusted } from "../../ui/untrusted";
import { CrawlerFrame } from "./frame";
import { sitePath } from "../../../lib/hosts/page-paths";

type Run = ResponseOf<"readErrands">["runs"][number];
type Reading = Run["readings"][number];
type Result = Reading["errands"][number];

const ERRANDS: Record<Result["errand"], string> = {
  price: "Find the price",
  contact: "Find how to reach you",
  returns: "Find the return policy",
};
const READINGS: Record<Reading["reading"], string> = {
  tree: "by the names of links and text (accessibility tree)",
  html: "by the served HTML with its structured data",
  markdown: "by the Markdown",
};
const STATES = {
  passes: ["good", "found"],
  fails: ["bad", "not found"],
  does_not_apply: ["none", "does not apply"],
  unknown: ["warn", "cannot tell"],
} as const;

const columns = (lost: Reading["lost"]): Column<Result>[] => [
  { name: "Errand", heading: true, cell: ({ errand }) => ERRANDS[errand] },
  {
    name: "Result",
    cell: ({ errand, state }) => {
      const [tone, name] = STATES[state];
      return (
        <>
          <Badge tone={tone}>{name}</Badge> {lost.includes(errand) && "found before this release"}
        </>
      );
    },
  },
  { name: "Way", cell: ({ path }) => <Untrusted text={path.join(" → ")} max={200} /> },
  {
    name: "What it found",
    cell: ({ state, quote, unread }) =>
      state === "unknown" ? (
        <>{unread === null ? "a page on the way" : <Untrusted text={unread} max={120} />} is not in the cache</>
      ) : (
        <Untrusted text={quote} max={160} />
      ),
  },
];

const lostNames = ({ readings }: Run) =>
  [...new Set(readings.flatMap(({ lost }) => lost))].map((errand) => ERRANDS[errand]).join(", ");

const runColumns: Column<Run>[] = [
  { name: "Release", heading: true, cell: ({ release }) => <Untrusted text={release} max={100} /> },
  { name: "Sent", cell: ({ at }) => <Time at={at} /> },
  {
    name: "Lost",
    cell: (run) => lostNames(run) || "nothing",
  },
];

/** `crawlers/errands`: what a scripted agent finds on the site. */
export async function errandsPage(c: SitePageContext) {
  const { domain } = c.var.domain;
  const { runs } = await c.var.api.readErrands({ query: { domain } });
  const [latest, before] = runs;
  return page(
    c,
    { title: "An agent’s errands", section: "crawlers" },
    <CrawlerFrame domain={domain} tab="errands">
      <p>
        A scripted agent starts at the home page as crawlers get it from the cache, follows what links are called, and
        reads at most six pages for each errand. No language model takes part, so the same pages give the same result.
      </p>
      <Form action={sitePath(domain, "crawlers/errands")}>
        <Button>Send the agent now</Button>
      </Form>
      {latest && before && lostNames(latest) !== "" && (
        <Notice kind="warn">
          <p>
            Lost with the release <Untrusted text={latest.release} max={100} />: {lostNames(latest)}. The one before it,{" "}
            <Untrusted text={before.release} max={100} />, still passed.
          </p>
        </Notice>
      )}
      {latest ? (
        latest.readings.map(({ reading, errands, lost: gone }) => (
          <Card title={`What it found ${READINGS[reading]}`} id={reading}>
            <DataTable caption={`Errands ${READINGS[reading]}`} columns={columns(gone)} rows={errands} empty={null} />
          </Card>
        ))
      ) : (
        <EmptyState title="No agent was sent yet">
          It reads pages that are in the cache. In your build, <code>npx crawlready errands</code> does the same.
        </EmptyState>
      )}
      {runs.length > 1 && <DataTable caption="Releases" showCaption columns={runColumns} rows={runs} empty={null} />}
    </CrawlerFrame>,
  );
}

export async function sendErrands(c: SitePageContext): Promise<Response> {
  const { domain } = c.var.domain;
  const back = sitePath(domain, "crawlers/errands");
  return submit(c, {
    send: () => c.var.api.sendAgent({ body: { domain } }),
    done: () => ({ to: back, text: "The agent is back." }),
    back,
  });
}
