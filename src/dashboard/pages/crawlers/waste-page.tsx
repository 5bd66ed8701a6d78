import type { ResponseOf } from "../../../client";
import { page } from "../../server/page";
import type { SitePageContext } from "../../server/page-env";
import { ButtonLink } from "../../ui/form";
import { Count, Num, Time } from "../../ui/format";
import { Badge, Card, EmptyState, Grid, Notice, Stat } from "../../ui/panels";
import { wholeView } from "../../ui/lists/list-view";
import { DataTable, type Column, type ListColumn } from "../../ui/lists/table";
import { csvOfList, listState, wantsCsv } from "../../server/list";
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

type Wasted = Waste["top"][number] & { reason: Waste["reason"] };

const meantWords = ({ reason, answersNow, routed, suggestedRedirect }: Wasted): string | null => {
  if (answersNow || routed) return answersNow ? "answers now" : "routed";
  return suggestedRedirect ?? (reason === "not_found" ? "no similar page" : null);
};

const wastedColumns = (domain: string): ListColumn<Wasted>[] => [
  { name: "Page", heading: true, value: ({ path }) => path, cell: ({ path }) => pathLink(domain, path) },
  { name: "Why", value: ({ reason }) => wasteWords(reason).name, cell: ({ reason }) => wasteWords(reason).name },
  {
    name: "Possibly meant",
    value: meantWords,
    cell: (row) =>
      row.answersNow || row.routed ? (
        <Badge tone="good">{meantWords(row)}</Badge>
      ) : row.suggestedRedirect ? (
        <Untrusted text={row.suggestedRedirect} max={100} />
      ) : (
        <span class="muted">{meantWords(row) ?? "–"}</span>
      ),
  },
  { name: "Visits", number: true, value: ({ visits }) => visits, cell: ({ visits }) => <Num value={visits} /> },
];

function WasteCard({ waste }: { waste: Waste }) {
  const { name, fix } = wasteWords(waste.reason);
  return (
    <Card title={name} id={waste.reason}>
      <p>
        <Count value={waste.visits} one="visit" many="visits" /> to{" "}
        <Count value={waste.paths} one="address that is" many="addresses that are" /> so now. {fix}
      </p>
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

/** Without evidence there is no telling whether anybody broke the rules, so the page says what is missing. */
function NoViolation({ domain, robots }: { domain: string; robots: ResponseOf<"readRobotsViolations"> }) {
  const { verifiedVisits, unverifiedVisits, judgedVisits } = robots;
  const rules = <ButtonLink href={sitePath(domain, "audits")}>See what each crawler may read</ButtonLink>;
  if (judgedVisits > 0)
    return (
      <EmptyState title="No verified crawler broke your rules in this period" action={rules}>
        <Count value={judgedVisits} one="visit was" many="visits were" /> judged.
        {unverifiedVisits > 0 && (
          <>
            {" "}
            <Num value={unverifiedVisits} /> more could not be verified, and were not.
          </>
        )}
      </EmptyState>
    );
  if (verifiedVisits > 0)
    return (
      <EmptyState title="Cannot tell yet whether a crawler broke your rules" action={rules}>
        A visit is judged by the robots.txt of its time, and the visits of this period were before we kept versions of
        yours. It is read within a day of the first visit, and every six hours from then on.
      </EmptyState>
    );
  if (unverifiedVisits === 0)
    return (
      <EmptyState title="No crawler visited in this period" picture="visits" action={rules}>
        There is nothing to judge.
      </EmptyState>
    );
  return (
    <EmptyState
      title="Cannot tell whether a crawler broke your rules"
      action={<ButtonLink href={sitePath(domain, "cache/connect")}>Connect the site</ButtonLink>}
    >
      <Count value={unverifiedVisits} one="visit" many="visits" /> could not be verified, and may be somebody else’s. A
      visit is verified by its address: connect the site so that it passes on X-Forwarded-For, or import logs that have
      addresses.
    </EmptyState>
  );
}

/** Visits that led nowhere, and visits that robots.txt disallowed. */
export async function wastePage(c: SitePageContext) {
  const { domain } = c.var.domain;
  const days = daysOf(c);
  const [waste, robots] = await Promise.all([
    c.var.api.readCrawlWaste({ query: { domain, days: Number(days) } }),
    c.var.api.readRobotsViolations({ query: { domain, days: Number(days) } }),
  ]);
  const reasons = waste.reasons.filter(({ visits }) => visits > 0);
  const wasted = reasons
    .flatMap(({ reason, top }) => top.map((each) => Object.assign({ reason }, each)))
    .sort((a, b) => b.visits - a.visits);
  const [list, columns] = [listState(c, ["days"]), wastedColumns(domain)];
  if (wantsCsv(c)) return csvOfList(c, `waste-${domain}`, wasted, columns, list);
  return page(
    c,
    { title: "Waste and robots.txt", section: "crawlers" },
    <CrawlerFrame domain={domain} tab="waste" days={days}>
      <DaysForm action={sitePath(domain, "crawlers/waste")} days={days} />
      <Grid>
        <Stat
          name="Wasted visits"
          value={<Num value={waste.totalVisits === 0 ? null : waste.wastedPercentage / 100} share />}
          note={
            <>
              <Num value={waste.wastedVisits} /> of <Num value={waste.totalVisits} />
            </>
          }
        />
        <Stat
          name="Against robots.txt"
          value={<Num value={robots.judgedVisits === 0 ? null : robots.forbiddenVisits} />}
          note={
            robots.judgedVisits === 0 ? (
              "cannot tell: no visit could be judged"
            ) : (
              <>
                of <Num value={robots.judgedVisits} /> verified visits
              </>
            )
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
        <EmptyState
          title={waste.totalVisits === 0 ? "No visit was counted in this period" : "No visit was wasted in this period"}
        >
          Visits to missing pages, redirects, errors and duplicates appear here.
        </EmptyState>
      ) : (
        <>
          <Grid wide>
            {reasons.map((each) => (
              <WasteCard waste={each} />
            ))}
          </Grid>
          <DataTable
            caption="Addresses that wasted visits went to"
            view={wholeView(wasted, columns, list, {
              locale: c.var.locale,
              outOf: reasons.reduce((sum, { paths }) => sum + paths, 0),
            })}
            empty={null}
          />
        </>
      )}
      <h2>Visits that robots.txt disallowed</h2>
      <p>
        Only crawlers that are verified, and whose operators say that they obey robots.txt.{" "}
        {robots.robotsKnownSince !== null && (
          <>
            Each is judged by the robots.txt of its time, of which we keep the versions since{" "}
            <Time at={robots.robotsKnownSince} />.
          </>
        )}
      </p>
      <DataTable
        caption="Visits that robots.txt disallowed"
        columns={violationColumns(domain)}
        rows={robots.violations.slice(0, MAX_ROWS)}
        empty={<NoViolation domain={domain} robots={robots} />}
      />
      {robots.violations.length > MAX_ROWS && (
        <p class="muted">
          The first <Num value={MAX_ROWS} /> of <Num value={robots.violations.length} />.
        </p>
      )}
    </CrawlerFrame>,
  );
}
