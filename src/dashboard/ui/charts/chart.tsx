import { useContext } from "hono/jsx";
import { DAY_MS, startOfUtcDay } from "../../../lib/time/time";
import { scaleOf, placesAcross } from "./chart-geometry";
import { formatNumber, LocaleContext, Time } from "../format";
import type { ChartMark, ChartSeries } from "./chart-data";
import { LineKey, MarkKey } from "./chart-key";
import { Plot } from "./plot";

export type { ChartMark, ChartSeries } from "./chart-data";

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
  marks?: readonly ChartMark[];
}

/** Lines of one drawing. More of them get a small drawing each. */
const MAX_LINES = 4;
const [HEIGHT, SMALL_HEIGHT] = [200, 112];

/**
 * A chart over time, drawn here, so that it needs no scripts and prints. The table below it has the same figures for
 * everyone; browser/chart.ts shows those under the pointer. Give the page `scripts: ["chart"]`.
 */
export function Chart(props: ChartProps) {
  const { title, series, kind = "lines", share = false, max, ongoing = false } = props;
  const locale = useContext(LocaleContext);
  if (props.times.length === 0 || series.length === 0) return null;
  const times = props.times.map((time) => (typeof time === "number" ? time : Date.parse(`${time}T00:00:00Z`)));
  const day = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", timeZone: "UTC" });
  const all = series.flatMap(({ values }) => values);
  const marks = shownMarks(props.marks ?? [], times, typeof props.times[0] === "string");
  const plot = {
    times,
    bars: kind === "bars",
    ongoing,
    marks,
    scale: scaleOf(all, !share && all.every((value) => value === null || Number.isInteger(value)), max),
    figureOf: (value: number) => formatNumber(value, locale, share, share ? 0 : 1),
    dateOf: (time: number) => day.format(new Date(time)),
  };
  const placeOf = placesAcross(times, plot.bars ? DAY_MS / 2 : 0);
  const label = `${title}, from ${plot.dateOf(times[0]!)} to ${plot.dateOf(times.at(-1)!)}. The table below has the figures.`;
  return (
    <figure class="chart" data-chart={times.map(placeOf).join(" ")}>
      <figcaption>
        <span class="chart-title">{title}</span> <span class="hint">Days in UTC</span>
      </figcaption>
      {series.length <= MAX_LINES ? (
        <>
          {series.length > 1 && <LineKey series={series} />}
          <Plot {...plot} label={label} series={series} height={HEIGHT} ends />
        </>
      ) : (
        <div class="multiples">
          {series.map((line, i) => (
            <div>
              <p class="label">
                {line.name}{" "}
                <span class="muted">{plot.figureOf(line.values.findLast((value) => value !== null) ?? 0)}</span>
              </p>
              <Plot
                {...plot}
                label={`${line.name}: ${label}`}
                series={[line]}
                colour={i + 1}
                height={SMALL_HEIGHT}
                ends={false}
              />
            </div>
          ))}
        </div>
      )}
      <p class="chart-now hint" data-chart-now hidden></p>
      <MarkKey marks={marks} />
      <Figures {...props} marks={marks} />
    </figure>
  );
}

/** The marks of the time that the chart shows. Where it shows days, a mark is at its day. */
function shownMarks(marks: readonly ChartMark[], times: readonly number[], byDay: boolean): ChartMark[] {
  const place = (at: number) => (byDay ? startOfUtcDay(at) : at);
  return marks
    .map((mark) => ({ ...mark, at: place(mark.at) }))
    .filter(({ at }) => at >= times[0]! && at <= times.at(-1)!);
}

/** The figures as a table, latest first, and what the marks are. */
function Figures({ title, times, series, share, ongoing, marks }: ChartProps & { marks: readonly ChartMark[] }) {
  const locale = useContext(LocaleContext);
  const rows = times.map((time, i) => ({ time, i })).reverse();
  return (
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
                  <Time at={time} day />
                  {ongoing && i === times.length - 1 && " so far"}
                </th>
                {series.map(({ values }) => (
                  <td class="figure">{typeof values[i] === "number" ? formatNumber(values[i], locale, share) : "–"}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {marks.length > 0 && (
        <ul class="plain-list">
          {marks.map(({ at, words }) => (
            <li>
              <Time at={at} day />: {words}
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}
