import type { ResponseOf } from "../../../client";
import { page } from "../../server/page";
import type { SitePageContext } from "../../server/page-env";
import { ButtonLink } from "../../ui/form";
import { Num, Time } from "../../ui/format";
import { Card, EmptyState, Grid, Notice, Stat } from "../../ui/panels";
import { DataTable, type Column } from "../../ui/table";
import { Untrusted } from "../../ui/untrusted";
import { operatorWords, purposeWords, wasteWords } from "./crawler-words";
import { CrawlerFrame, DaysForm, daysOf } from "./frame";
import { sitePath } from "../../../lib/hosts/page-paths";

type Waste = ResponseOf<"readCrawlWaste">["reasons"][number];
type Violation = ResponseOf<"readRobotsViolations">["violations"][number];

const MAX_ROWS = 100;

const pathLink = (domain: string, path: string) => (
  <a href={sitePath(domain, "inspect", { url: path })}>
    <Untrusted text={path} max={120} />
  </a>
);

function WasteCard({ domain, waste }: { domain: string; waste: Waste }) {
  const { name, fix } = wasteWords(waste.reason);
  const columns: Column<Waste["top"][number]>[] = [
    { name: "Page", heading: true, cell: ({ path }) => pathLink(domain, path) },
    ...(waste.reason === "not_found"
      ? [
          {
            name: "Possibly meant",
            cell: ({ suggestedRedirect }: Waste["top"][number]) => <Untrusted text={suggestedRedirect} max={100} />,
          },
        ]
      : []),
    { name: "Visits", number: true, cell: ({ visits }) => <Num value={visits} /> },
  ];
  return (
    <Card title={name} id={waste.reason}>
      <p>
        <Num value={waste.visits} /> visits to <Num value={waste.paths} /> addresses. {fix}
      </p>
      <DataTable caption={`${name}: most visited`} columns={columns} rows={waste.top} empty={null} />
    </Card>
  );
}

const violationColumns = (domain: string): Column<Violation>[] => [
  { name: "Page", heading: true, cell: ({ path }) => pathLink(domain, path) },
  {
    name: "Crawler",
    cell: ({ crawler, provider, kind }) => (
      <>
        <Untrusted text={crawler} max={60} /> of {operatorWords(provider)} ({purposeWords(kind)})
      </>
    ),
  },
  {
    name: "Rule that it broke",
    cell: ({ rule }) => (
      <>
        <code>
          <Untrusted text={rule.pattern} max={120} />
        </code>{" "}
        in line <Num value={rule.line} />
      </>
    ),
  },
  { name: "Visits", number: true, cell: ({ visits }) => <Num value={visits} /> },
  {
    name: "Days",
    cell: ({ firstDate, lastDate }) => (
      <>
        <Time at={firstDate} day />
        {lastDate !== firstDate && (
          <>
            {" "}
            to <Time at={lastDate} day />
          </>
        )}
      </>
    ),
  },
];

/** Visits that led nowhere, and visits that robots.txt disallowed. */
export async function wastePage(c: SitePageContext) {
  const { domain } = c.var.domain;
  const days = daysOf(c);
  const [waste, robots] = await Promise.all([
    c.var.api.readCrawlWaste({ query: { domain, days: Number(days) } }),
    c.var.api.readRobotsViolations({ query: { domain, days: Number(days) } }),
  ]);
  const reasons = waste.reasons.filter(({ visits }) => visits > 0);
  return page(
    c,
    { title: "Waste and robots.txt", section: "crawlers" },
    <CrawlerFrame domain={domain} tab="waste" days={days}>
      <DaysForm action={sitePath(domain, "crawlers/waste")} days={days} />
      <Grid>
        <Stat
          name="Wasted visits"
          value={<Num value={waste.wastedPercentage / 100} share />}
          note={
            <>
              <Num value={waste.wastedVisits} /> of <Num value={waste.totalVisits} />
            </>
          }
        />
        <Stat
          name="Against robots.txt"
          value={<Num value={robots.forbiddenVisits} />}
          note={
            <>
              of <Num value={robots.verifiedVisits} /> verified visits
            </>
          }
          tone={robots.forbiddenVisits > 0 ? "warn" : "none"}
        />
      </Grid>
      {waste.latestRun === null && (
        <Notice>
          Without an audit, only responses that were errors or redirects are known as waste.{" "}
          <a href={sitePath(domain, "audits")}>Start an audit</a>
        </Notice>
      )}
      <h2>What crawlers waste their visits on</h2>
      {reasons.length === 0 ? (
        <EmptyState title="No visit was wasted in this period">
          Visits to missing pages, redirects, errors and duplicates appear here.
        </EmptyState>
      ) : (
        <Grid wide>
          {reasons.map((each) => (
            <WasteCard domain={domain} waste={each} />
          ))}
        </Grid>
      )}
      <h2>Visits that robots.txt disallowed</h2>
      <p>
        Only crawlers that are verified, and whose operators say that they obey robots.txt.{" "}
        {robots.robotsKnownSince === null ? (
          "We have not read your robots.txt yet."
        ) : (
          <>
            We have known your robots.txt since <Time at={robots.robotsKnownSince} />.
          </>
        )}
      </p>
      <DataTable
        caption="Visits that robots.txt disallowed"
        columns={violationColumns(domain)}
        rows={robots.violations.slice(0, MAX_ROWS)}
        empty={
          <EmptyState
            title="No crawler broke your rules in this period"
            action={<ButtonLink href={sitePath(domain, "audits")}>See what each crawler may read</ButtonLink>}
          />
        }
      />
    </CrawlerFrame>,
  );
}
