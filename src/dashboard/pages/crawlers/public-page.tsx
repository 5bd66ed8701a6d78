import type { Context } from "hono";
import { choiceOf } from "../../server/choice";
import { page } from "../../server/page";
import type { PublicEnv } from "../../server/page-env";
import { ApiProblem } from "../../server/read";
import { Chart } from "../../ui/charts/chart";
import { Select } from "../../ui/form";
import { Num } from "../../ui/format";
import { Card, EmptyState, PageHeader } from "../../ui/panels";
import { DataTable, type Column } from "../../ui/lists/table";
import { Untrusted } from "../../ui/untrusted";
import { DaysForm, daysOf, firstDayOf } from "./frame";
import { knownDays, mergePaths, seriesOf, SPLITS, type PathVisitsRow } from "./visit-sums";
import { OperatorTable, SPLIT_OPTIONS, VisitStats } from "./visits-page";
import { appPath } from "../../../lib/hosts/page-paths";

const columns: Column<PathVisitsRow>[] = [
  { name: "Page", heading: true, cell: ({ path }) => <Untrusted text={path} max={120} /> },
  { name: "Visits", number: true, cell: ({ total }) => <Num value={total} /> },
];

const CLOSED = "This link does not work, or was withdrawn. Ask the person who gave it to you for a new one.";

/**
 * The statistics of a domain, for anyone who has the link. The token in the address is the only credential that is
 * used.
 */
export async function publicPage(c: Context<PublicEnv>) {
  const { domain = "", token = "" } = c.req.param() as { domain?: string; token?: string };
  // Without a token, the API would use the reader's own session.
  if (!/^crs_\w{1,150}$/.test(token)) throw new ApiProblem(404, "not_found", CLOSED, {});
  const days = daysOf(c);
  const split = choiceOf(c.req.query("by"), SPLITS) ?? "operator";
  const from = firstDayOf(days, Date.now());
  const [{ daily }, summary, report] = await Promise.all([
    c.var.api.readBotsDaily({ query: { domain, days: Number(days), token, detail: "purpose" } }),
    c.var.api.readBotsSummary({ query: { domain, days: Number(days), token } }),
    c.var.api.readBots({ query: { domain, from, token, limit: 25 } }),
  ]).catch((error: unknown) => {
    if (error instanceof ApiProblem && [400, 401, 403].includes(error.status))
      throw new ApiProblem(404, "not_found", CLOSED, {});
    throw error;
  });
  return page(
    c,
    { title: `Crawlers of ${domain}`, plain: true, scripts: ["chart"] },
    <>
      <PageHeader
        title={<>Crawlers of {domain}</>}
        lead="Visits by search engines, AI assistants and other crawlers."
      />
      <DaysForm action={appPath("share/:domain/:token", { domain, token })} days={days}>
        <Select label="Lines of the chart" name="by" value={split} options={SPLIT_OPTIONS} />
      </DaysForm>
      <VisitStats summary={summary} ways={null} />
      <Card>
        <Chart
          title="Visits by crawlers per day"
          times={daily.map(({ date }) => date)}
          series={seriesOf(daily, split, knownDays(daily, null))}
          ongoing
        />
      </Card>
      <Card title="Who came">
        <OperatorTable daily={daily} />
      </Card>
      <Card title="Most visited pages">
        <DataTable
          caption="Most visited pages"
          columns={columns}
          rows={mergePaths(report)}
          empty={<EmptyState title="No crawler visited in this period">Choose more days.</EmptyState>}
        />
      </Card>
    </>,
  );
}
