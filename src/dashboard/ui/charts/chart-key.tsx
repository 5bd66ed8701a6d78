import type { ChartMark, ChartSeries } from "./chart-data";

const MARK_NAMES = { audit: "Audits", deploy: "Deploys", release: "Releases of Crawlready" } as const;

/** Names the lines where there is no room at their ends. */
export const LineKey = ({ series }: { series: readonly ChartSeries[] }) => (
  <ul class="legend chart-legend" aria-hidden="true">
    {series.map(({ name }, i) => (
      <li>
        <svg width="14" height="10" class={`line-${i + 1}`}>
          <line x1="0" x2="14" y1="5" y2="5" />
        </svg>{" "}
        {name}
      </li>
    ))}
  </ul>
);

/** What the marks stand for. */
export function MarkKey({ marks }: { marks: readonly ChartMark[] }) {
  const kinds = (["audit", "deploy", "release"] as const).filter((kind) => marks.some((mark) => mark.kind === kind));
  if (kinds.length === 0) return null;
  return (
    <ul class="legend" aria-hidden="true">
      {kinds.map((kind) => (
        <li>
          <svg width="10" height="10" class={`plot-mark mark-${kind}`}>
            <circle cx="5" cy="5" r="4" />
          </svg>{" "}
          {MARK_NAMES[kind]}
        </li>
      ))}
    </ul>
  );
}
