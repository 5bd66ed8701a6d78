import { Hono } from "hono";
import { attempt } from "../../server/attempt";
import { page } from "../../server/page";
import type { PageApi } from "../../server/page-api";
import type { SiteEnv, SitePageContext } from "../../server/page-env";
import { ApiProblem, type DomainFacts } from "../../server/read";
import { Chart } from "../../ui/chart";
import { ButtonLink } from "../../ui/form";
import { Num, Time } from "../../ui/format";
import { Card, EmptyState, Grid, Notice, PageHeader, Stat } from "../../ui/panels";
import { Part } from "../../server/part";
import { firstDayOf } from "../crawlers/frame";
import { knownDays } from "../crawlers/visit-sums";
import { cacheShare } from "../crawlers/ways";
import type { ResponseOf } from "../../../client";
import { visitLines, type DailyVisits } from "./figures";
import { HealthCard, HealthStat } from "./health";
import { PrioritiesCard } from "./priorities";
import { sitePath } from "../../../lib/hosts/page-paths";

const DAYS = 30;

/** The runs, and what the latest finished one says is worst. */
async function audits(api: PageApi, domain: string) {
  const { runs } = await api.listAudits({ query: { domain, analyses: "false" } });
  const latest = runs.find(({ completedAt }) => completedAt !== null);
  if (!latest) return { runs, latest, topIssues: [] };
  const { run } = await api.readAudit({ path: { runId: latest.id }, query: { limit: 1, robots: "false" } });
  return { runs, latest, topIssues: run.topIssues };
}

/** Everything that the overview shows. All calls begin at once. */
function overview(c: SitePageContext, domain: string) {
  const { api } = c.var;
  const query = { domain, days: DAYS };
  return Promise.all([
    attempt(c, audits(api, domain)),
    attempt(c, api.readBotsDaily({ query })),
    attempt(c, api.readCrawlerResponses({ query: { domain, from: firstDayOf("30", Date.now()), limit: 1 } })),
    attempt(c, api.readPromptStats({ query: { domain } })),
  ] as const);
}

/** `/app/site/:domain` */
export const overviewPages = new Hono<SiteEnv>().get("/", async (c) => {
  const site = c.var.domain;
  const { domain } = site;
  const [runs, visits, answers, mentions] = await overview(c, domain);
  return page(
    c,
    { title: "Overview", section: "", scripts: ["chart"] },
    <>
      <PageHeader title="Overview" lead={domain} />
      <ProofNotice site={site} />
      <Grid>
        <HealthStat runs={runs instanceof ApiProblem ? runs : runs.runs} domain={domain} />
        <VisitStat visits={visits} domain={domain} />
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
                of <Num value={answers.ways.connected.requests} /> crawler requests through this service in 30 days
              </>
            )
          }
        />
        <MentionStat stats={mentions} domain={domain} />
      </Grid>
      <Part
        of={runs}
        show={(data) => (
          <>
            {data.latest && <PrioritiesCard run={data.latest} issues={data.topIssues} domain={domain} />}
            <HealthCard runs={data.runs} domain={site} />
          </>
        )}
      />
      <Card title="Crawler visits" actions={<a href={sitePath(domain, "crawlers")}>All crawlers</a>}>
        <Part of={visits} show={({ daily }) => <VisitChart daily={daily} answers={answers} domain={domain} />} />
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

function VisitStat({ visits, domain }: { visits: { daily: DailyVisits } | ApiProblem; domain: string }) {
  const total = visits instanceof ApiProblem ? null : visits.daily.reduce((sum, day) => sum + day.total, 0);
  return (
    <Stat
      name="Crawler visits"
      href={sitePath(domain, "crawlers")}
      value={<Num value={total} />}
      note="in 30 days, without impostors"
    />
  );
}

interface MentionFigures {
  summary: { totalResponses: number; visibilityRate: number; intervals: { visibility: { low: number; high: number } } };
}

function MentionStat({ stats, domain }: { stats: MentionFigures | ApiProblem; domain: string }) {
  const href = sitePath(domain, "mentions");
  if (stats instanceof ApiProblem) return <Stat name="AI visibility" href={href} value="–" note={stats.message} />;
  const { totalResponses, visibilityRate, intervals } = stats.summary;
  if (totalResponses === 0)
    return <Stat name="AI visibility" href={href} value="–" note="no answers yet: add a prompt to ask assistants" />;
  const { low, high } = intervals.visibility;
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
  daily: DailyVisits;
  answers: ResponseOf<"readCrawlerResponses"> | ApiProblem;
  domain: string;
}

function VisitChart({ daily, answers, domain }: VisitChartProps) {
  const lines = visitLines(daily, knownDays(daily, answers instanceof ApiProblem ? null : answers));
  if (lines.length === 0)
    return (
      <EmptyState
        title="No crawler was counted in 30 days"
        action={<ButtonLink href={sitePath(domain, "crawlers")}>See how visits are counted</ButtonLink>}
      >
        Visits appear once crawlers reach your site through this service, or your logs are imported.
      </EmptyState>
    );
  return <Chart title="Visits per day" times={daily.map(({ date }) => date)} series={lines} ongoing />;
}
