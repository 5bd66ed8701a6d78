import type { SitePageContext } from "../../../server/page-env";
import { page } from "../../../server/page";
import { ApiProblem } from "../../../server/read";
import { cleanText } from "../../../../lib/text/strangers-text";
import { Time } from "../../../ui/format";
import { EmptyState, Notice, PageHeader } from "../../../ui/panels";
import { payloadOf, readReports } from "../parts/data";
import { ReportDocument } from "./report-document";
import { sitePath } from "../../../../lib/hosts/page-paths";

const MAX_OLD = 100_000;

/** Reports of former versions, as the text that was stored. */
function OldReport({
  report: { reportMarkdown, reportJson },
}: {
  report: { reportMarkdown: string; reportJson: string };
}) {
  const text = reportMarkdown || reportJson;
  if (text === "") return <EmptyState title="This report is empty">Open a newer one.</EmptyState>;
  return (
    <>
      <Notice>This report is from a former version of the service. It is shown as it was stored.</Notice>
      <pre>{cleanText(text, MAX_OLD)}</pre>
    </>
  );
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** `GET …/mentions/reports/:date` */
export async function reportPage(c: SitePageContext) {
  const { domain } = c.var.domain;
  const date = c.req.param("date") ?? "";
  const { reports } = isDay(date) ? await readReports(c, { date, limit: 10 }) : { reports: [] };
  const [report] = reports;
  if (!report)
    throw new ApiProblem(
      404,
      "report_not_found",
      "There is no report of this day. Old reports are deleted after a while.",
      {},
    );
  const payload = payloadOf(report);
  return page(
    c,
    { title: `AI visibility, ${date}`, section: "mentions", scripts: ["print"] },
    <article class="report">
      <PageHeader
        title={payload ? `AI visibility of ${cleanText(payload.brand.name, 120)}` : "AI visibility"}
        back={{ href: sitePath(domain, "mentions/reports"), name: "Reports" }}
        lead={
          payload ? (
            <>
              {domain}: <Time at={payload.window.from} day /> to <Time at={payload.window.to} day />, compared with{" "}
              <Time at={payload.window.previousFrom} day /> to <Time at={payload.window.previousTo} day />
            </>
          ) : (
            <>
              {domain}, <Time at={date} day />
            </>
          )
        }
        actions={
          <button type="button" class="button-plain" data-print hidden>
            Print
          </button>
        }
      />
      {payload ? <ReportDocument report={payload} domain={domain} /> : <OldReport report={report} />}
    </article>,
  );
}
