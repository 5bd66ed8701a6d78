import { sitePath } from "../../../../lib/hosts/page-paths";
import { tellsOfAudit } from "../../../../mentions/core/report/figures/key-figures";
import { Num } from "../../../ui/format";
import { Card, Facts } from "../../../ui/panels";
import type { Report } from "../parts/data";

/** How many of the site's pages are visited, cited and audited. */
export function FunnelFacts({ funnel, domain }: { funnel: NonNullable<Report["funnel"]>; domain: string }) {
  const { crawledPages, citedPages, citedAndCrawled, checkedPages, auditedPages, soundPages } = funnel;
  return (
    <Card title="From crawlers into answers" actions={<a href={sitePath(domain, "mentions/funnel")}>All pages</a>}>
      <Facts
        items={[
          ["Pages that crawlers visited", <Num value={crawledPages} />],
          [
            "Pages that answers cite",
            <>
              <Num value={citedPages} />, of which crawlers visited <Num value={citedAndCrawled} />
            </>,
          ],
          ...(tellsOfAudit(funnel)
            ? [
                [
                  "Most cited pages in the latest audit",
                  <>
                    <Num value={auditedPages} /> of <Num value={checkedPages} />, <Num value={soundPages} /> without a
                    problem
                  </>,
                ] as const,
              ]
            : []),
        ]}
      />
      <p class="hint">
        <a href={sitePath(domain, "mentions/questions")}>Which searches the assistants ran</a>, which pages answer them,
        and who read those.
      </p>
    </Card>
  );
}
