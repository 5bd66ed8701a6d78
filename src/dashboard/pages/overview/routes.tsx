import type { ResponseOf } from "../../../client";
import { Hono } from "hono";
import { attempt } from "../../server/attempt";
import { page } from "../../server/page";
import type { PageApi } from "../../server/page-api";
import type { SiteEnv, SitePageContext } from "../../server/page-env";
import { ApiProblem, type DomainFacts } from "../../server/read";
import { Chart, type ChartMark } from "../../ui/charts/chart";
import { ButtonLink } from "../../ui/form";
import { Count, Num, Time } from "../../ui/format";
import { Card, EmptyState, Grid, Notice, PageHeader, Stat } from "../../ui/panels";
import { Part } from "../../server/part";
import { firstDayOf } from "../crawlers/frame";
import { knownDays } from "../crawlers/visit-sums";
import { cacheShare } from "../crawlers/ways";
import { visitLines, type DailyVisits } from "./figures";
import { HealthCard, HealthStat } from "./health";
import { defaultInput } from "../audits/start/start-page";
import { ChangedCard, CheckAgain } from "./changes";
import { FirstCards } from "./first-cards";
import { askedOf } from "./setup";
import { SetupCard } from "./setup-card";
import { readMarks } from "../../server/read-marks";
import { changedKinds } from "../audits/parts/changed-kinds";
import { siteRun } from "../audits/parts/health";
import { sentenceOf } from "./today";
import { sitePath } from "../../../lib/hosts/page-paths";

const DAYS = 30;

/** The runs, and the issues of the latest finished one. */
async function audits(api: PageApi, domain: string) {
  const { runs } = await api.listAudits({ query: { domain, analyses: "false" } });
  const latest = siteRun(runs);
  if (!latest) return { runs, latest, topIssues: [], changed: null };
  const { run } = await api.readAudit({ path: { runId: latest.id }, query: { limit: 1, robots: "false" } });
  return { runs, latest, topIssues: run.topIssues, changed: changedKinds(run.crawlStats.comparable) };
}

/** Everything that the overview shows. All calls begin at once. */
function overview(c: SitePageContext, domain: string) {
  const { api } = c.var;
  const query = { domain, days: DAYS };
  return Promise.all([
    attempt(c, audits(api, domain)),
    attempt(c, api.readFirst({ query: { domain } })),
    attempt(c, api.readBotsDaily({ query })),
    attempt(c, api.readCrawlerResponses({ query: { domain, from: firstDayOf("30", Date.now()), limit: 1 } })),
    attempt(c, api.readPromptStats({ query: { domain } })),
    readMarks(c),
  ] as const);
}

/** `/app/site/:domain` */
export const overviewPages = new Hono<SiteEnv>().get("/", async (c) => {
  const site = c.var.domain;
  const { domain } = site;
  const [runs, first, visits, answers, mentions, marks] = await overview(c, domain);
  const known = <T,>(part: T | ApiProblem): T | null => (part instanceof ApiProblem ? null : part);
  const daily = known(visits)?.daily ?? null;
  const days = daily ? knownDays(daily, known(answers)) : [];
  const facts = {
    domain,
    verified: site.verified,
    brandName: site.brandName,
    runs: known(runs)?.runs ?? null,
    ways: known(answers)?.ways ?? null,
    ...askedOf(known(mentions)),
  };
  const toDo = known(first)?.entries.length ?? null;
  return page(
    c,
    { title: "Today", section: "", scripts: ["chart"] },
    <>
      <PageHeader
        title="Today"
        lead={sentenceOf({ runs: facts.runs, toDo, daily, known: days })}
        actions={<CheckAgain runs={facts.runs} input={defaultInput(c)} domain={domain} />}
      />
      <ProofNotice site={site} />
      <SetupCard facts={facts} />
      <Part
        of={first}
        show={(data) =>
          (data.runId !== null || data.entries.length > 0) && (
            <FirstCards first={data} issues={known(runs)?.topIssues ?? []} />
          )
        }
      />
      <Part
        of={runs}
        show={({ latest, changed }) =>
          latest && changed && <ChangedCard run={latest} changed={changed} domain={domain} />
        }
      />
      <Grid>
        <HealthStat runs={runs instanceof ApiProblem ? runs : runs.runs} domain={domain} />
        <VisitStat daily={visits instanceof ApiProblem ? visits : visits.daily} days={days} domain={domain} />
        <Stat
          name="Served from the cache"
          href={sitePath(domain, "cache")}
          value={<Num share value={answers instanceof ApiProblem ? null : cacheShare(answers.ways)} digits={0} />}
          note={
            answers instanceof ApiProblem ? (
              answers.message
            ) : answers.ways.connected.requests === 0 ? (
              <>
                no crawler came through this service in 30 days:{" "}
                <a href={sitePath(domain, "cache/connect")}>connect the site</a>
              </>
            ) : (
              <>
                of <Count value={answers.ways.connected.requests} one="crawler request" many="crawler requests" />{" "}
                through this service in 30 days
              </>
            )
          }
        />
        <MentionStat stats={mentions} domain={domain} />
      </Grid>
      <Part of={runs} show={(data) => <HealthCard runs={data.runs} domain={site} marks={marks} />} />
      <Card title="Crawler visits" actions={<a href={sitePath(domain, "crawlers")}>All crawlers</a>}>
        <Part
          of={visits}
          show={({ daily }) => <VisitChart daily={daily} days={days} domain={domain} marks={marks} />}
        />
      </Card>
    </>,
  );
});

function ProofNotice({ site }: { site: DomainFacts }) {
  if (site.proofLostAt === null) return null;
  return (
    <Notice kind="bad">
      The proof that {site.domain} is yours has been missing since <Time at={site.proofLostAt} />. After 14 days,
      somebody else may prove the domain. <a href={sitePath(site.domain, "verify")}>Put it back</a>
    </Notice>
  );
}

interface VisitStatProps {
  daily: DailyVisits | ApiProblem;
  days: readonly boolean[];
  domain: string;
}

function VisitStat({ daily, days, domain }: VisitStatProps) {
  const visits = daily instanceof ApiProblem ? [] : daily.map(({ total }, i) => (days[i] ? total : null));
  const hasData = visits.some((count) => count !== null);
  return (
    <Stat
      name="Crawler visits"
      href={sitePath(domain, "crawlers")}
      value={<Num value={hasData ? visits.reduce<number>((sum, count) => sum + (count ?? 0), 0) : null} />}
      trend={{ values: visits, label: "Crawler visits per day" }}
      note={hasData ? "in 30 days, without impostors" : "none counted in 30 days"}
    />
  );
}

type MentionFigures = Pick<ResponseOf<"readPromptStats">, "prompts" | "summary">;

function MentionStat({ stats, domain }: { stats: MentionFigures | ApiProblem; domain: string }) {
  const href = sitePath(domain, "mentions");
  if (stats instanceof ApiProblem) return <Stat name="AI visibility" href={href} value="–" note={stats.message} />;
  const { totalResponses, visibilityRate, likelyVisibility } = stats.summary;
  if (totalResponses === 0) {
    const why = stats.prompts.length === 0 ? "no answers yet: add a prompt to ask assistants" : "no answer in 30 days";
    return <Stat name="AI visibility" href={href} value="–" note={why} />;
  }
  const { low, high } = likelyVisibility;
  return (
    <Stat
      name="AI visibility"
      href={href}
      value={<Num share value={visibilityRate / 100} digits={0} />}
      note={
        <>
          of <Num value={totalResponses} /> answers name you; likely <Num share value={low / 100} digits={0} /> to{" "}
          <Num share value={high / 100} digits={0} />
        </>
      }
    />
  );
}

interface VisitChartProps {
  marks: readonly ChartMark[];
  daily: DailyVisits;
  days: readonly boolean[];
  domain: string;
}

function VisitChart({ daily, days, domain, marks }: VisitChartProps) {
  const lines = visitLines(daily, days);
  if (lines.length === 0)
    return (
      <EmptyState
        title="No crawler was counted in 30 days"
        picture="visits"
        action={<ButtonLink href={sitePath(domain, "crawlers")}>See how visits are counted</ButtonLink>}
      >
        Visits appear once crawlers reach your site through this service, or your logs are imported.
      </EmptyState>
    );
  return <Chart title="Visits per day" times={daily.map(({ date }) => date)} series={lines} marks={marks} ongoing />;
}
