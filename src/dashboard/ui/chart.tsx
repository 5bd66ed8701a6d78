import { useContext } from "hono/jsx";
import { formatNumber, LocaleContext } from "./format";

export interface ChartSeries {
  name: string;
  /** Null: there are no data, which is a gap and not zero. */
  values: readonly (number | null)[];
}

interface ChartProps {
  title: string;
  /** UTC days (`2026-11-22`) or times in ms, ascending. */
  times: readonly (string | number)[];
  series: readonly ChartSeries[];
  /** Bars overlap each other, so they suit one series. */
  kind?: "lines" | "bars";
  /** Values from 0 to 1, shown as per cent. */
  share?: boolean;
  /** Top of the scale, such as 100 for a score. */
  max?: number;
  /** The last day is not over: it is dashed, so that its figure is not taken for a fall. */
  ongoing?: boolean;
}

/** Points that the table next to a chart lists at most, latest first. */
const MAX_ROWS = 100;

/**
 * A chart over time. The table below it has the same figures for everyone; browser/chart.ts draws them once the chart
 * is visible. Give the page `scripts: ["chart"]`.
 */
export function Chart({ title, times, series, kind = "lines", share, max, ongoing }: ChartProps) {
  const locale = useContext(LocaleContext);
  const stamps = times.map((time) => (typeof time === "number" ? time : Date.parse(`${time}T00:00:00Z`)) / 1_000);
  const data = JSON.stringify({
    kind,
    share,
    max,
    ongoing,
    names: series.map(({ name }) => name),
    data: [stamps, ...series.map(({ values }) => values)],
  });
  const rows = times
    .map((time, i) => ({ time, i }))
    .slice(-MAX_ROWS)
    .reverse();
  return (
    <figure class="chart">
      <figcaption>{title}</figcaption>
      <div class="chart-canvas" data-chart={data} aria-hidden="true"></div>
      <details>
        <summary>Show the figures of “{title}”</summary>
        <div class="scroll" tabindex={0} role="region" aria-label={title}>
          <table>
            <thead>
              <tr>
                <th scope="col">Day</th>
                {series.map(({ name }) => (
                  <th scope="col" class="figure">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ time, i }) => (
                <tr>
                  <th scope="row">
                    {typeof time === "number" ? new Date(time).toISOString().slice(0, 10) : time}
                    {ongoing && i === times.length - 1 && " so far"}
                  </th>
                  {series.map(({ values }) => (
                    <td class="figure">
                      {typeof values[i] === "number" ? formatNumber(values[i], locale, share) : "–"}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}
