import { attempt } from "../../server/attempt";
import type { OwnPageContext } from "../../server/page-env";
import { ApiProblem, type DomainFacts } from "../../server/read";
import { DeltaFigure } from "../../ui/delta";
import { Num } from "../../ui/format";
import { Badge } from "../../ui/panels";
import { Sparkline } from "../../ui/sparkline";
import type { Column } from "../../ui/lists/table";
import { healthChange, siteRun } from "../audits/parts/health";
import { HealthCell } from "../audits/parts/run-parts";
import { firstDayOf } from "../crawlers/frame";
import { knownDays } from "../crawlers/visit-sums";
import { askedOf, isWhole, setupSteps } from "../overview/setup";
import type { RunFacts } from "../overview/figures";
import { sitePath } from "../../../lib/hosts/page-paths";
import { shownHost } from "../../../lib/hosts/shown-host";

const DAYS = 30;

/** A domain with what is known about it. What could not be read is null. */
export interface SiteRow {
  site: DomainFacts;
  runs: RunFacts[] | null;
  visits: (number | null)[] | null;
  /** Of the answers that name the brand; null: there is no answer. */
  visibility: number | null;
  needs: { words: string; href: string }[];
}

/** What asks for somebody, most urgent first. */
export function needsOf(site: DomainFacts, { runs, ways, prompts, answered }: Omit<Parts, "visits" | "visibility">) {
  const { domain, verified, proofLostAt } = site;
  if (!verified) return [{ words: "prove that it is yours", href: sitePath(domain, "verify") }];
  const needs = proofLostAt === null ? [] : [{ words: "put the proof back", href: sitePath(domain, "verify") }];
  const latest = runs?.find(({ completedAt }) => completedAt !== null);
  if (latest?.status === "error" && latest.closeReason !== "cancelled")
    needs.push({ words: "the audit failed", href: sitePath(domain, "audits") });
  const steps = setupSteps({ domain, verified, runs, ways, brandName: site.brandName, prompts, answered });
  if (!isWhole(steps)) needs.push({ words: "finish the setup", href: `${sitePath(domain, "")}#setup` });
  return needs;
}

interface Parts {
  runs: RunFacts[] | null;
  ways: Parameters<typeof setupSteps>[0]["ways"];
  prompts: number | null;
  answered: boolean;
  visits: (number | null)[] | null;
  visibility: number | null;
}

const NOTHING: Parts = { runs: null, ways: null, prompts: null, answered: false, visits: null, visibility: null };
const known = <T,>(part: T | ApiProblem): T | null => (part instanceof ApiProblem ? null : part);

async function partsOf(c: OwnPageContext, domain: string): Promise<Parts> {
  const { api } = c.var;
  const [audits, daily, answers, stats] = await Promise.all([
    attempt(c, api.listAudits({ query: { domain, analyses: "false" } })),
    attempt(c, api.readBotsDaily({ query: { domain, days: DAYS } })),
    attempt(c, api.readCrawlerResponses({ query: { domain, from: firstDayOf("30", Date.now()), limit: 1 } })),
    attempt(c, api.readPromptStats({ query: { domain } })),
  ]);
  const days = known(daily)?.daily;
  const flags = days && knownDays(days, known(answers));
  const summary = known(stats)?.summary;
  return {
    runs: known(audits)?.runs ?? null,
    ways: known(answers)?.ways ?? null,
    ...askedOf(known(stats)),
    visits: days?.map(({ total }, i) => (flags![i] ? total : null)) ?? null,
    visibility: summary && summary.totalResponses > 0 ? summary.visibilityRate / 100 : null,
  };
}

/** Reads what the rows show, of verified domains alone. */
export function readRows(c: OwnPageContext, sites: readonly DomainFacts[]): Promise<SiteRow[]> {
  return Promise.all(
    sites.map(async (site) => {
      const parts = site.verified ? await partsOf(c, site.domain) : NOTHING;
      return { site, ...parts, needs: needsOf(site, parts) };
    }),
  );
}

const latestOf = ({ runs }: SiteRow) => siteRun(runs);
const sumOf = (visits: readonly (number | null)[]) => visits.reduce<number>((sum, count) => sum + (count ?? 0), 0);

function Change({ row }: { row: SiteRow }) {
  const latest = latestOf(row);
  const change = latest ? healthChange(latest, row.runs ?? []) : null;
  return change === null ? <>–</> : <DeltaFigure value={change} />;
}

export const domainColumns: Column<SiteRow>[] = [
  {
    name: "Domain",
    heading: true,
    cell: ({ site }) => (
      <a href={sitePath(site.domain, "")}>
        <bdi>{shownHost(site.domain)}</bdi>
      </a>
    ),
  },
  {
    name: "Health",
    number: true,
    cell: (row) => {
      const latest = latestOf(row);
      return latest ? <HealthCell run={latest} /> : "–";
    },
  },
  { name: "Change", number: true, cell: (row) => <Change row={row} /> },
  {
    name: "Crawler visits, 30 days",
    number: true,
    cell: ({ visits }) =>
      visits === null || visits.every((count) => count === null) ? (
        "–"
      ) : (
        <>
          <Sparkline values={visits} label="Crawler visits per day" /> <Num value={sumOf(visits)} />
        </>
      ),
  },
  { name: "AI visibility", number: true, cell: ({ visibility }) => <Num value={visibility} share digits={0} /> },
  {
    name: "Needs you",
    cell: ({ needs }) =>
      needs.length === 0 ? (
        <Badge tone="good">nothing</Badge>
      ) : (
        <ul class="lines">
          {needs.map(({ words, href }) => (
            <li>
              <a href={href}>{words}</a>
            </li>
          ))}
        </ul>
      ),
  },
];
