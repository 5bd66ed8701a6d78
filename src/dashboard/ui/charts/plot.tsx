import type { Child } from "hono/jsx";
import { DAY_MS } from "../../../lib/time/time";
import {
  anchorOf,
  datesBelow,
  placesAcross,
  runsOf,
  sameLines,
  scaleOf,
  spreadLabels,
  withRoom,
} from "./chart-geometry";
import type { ChartMark, ChartSeries } from "./chart-data";

interface PlotProps {
  /** What it shows, for who does not see it. */
  label: string;
  times: readonly number[];
  series: readonly ChartSeries[];
  /** Which colour the first line has. */
  colour?: number;
  bars: boolean;
  ongoing: boolean;
  /** Of all plots next to each other. */
  scale: ReturnType<typeof scaleOf>;
  marks: readonly ChartMark[];
  /** In pixels. */
  height: number;
  figureOf: (value: number) => string;
  dateOf: (time: number) => string;
  /** Names the lines at their ends. */
  ends: boolean;
}

const [ABOVE, BELOW, ROOM] = [10, 24, 16];
/** Per cent of the width that a date takes: on a phone, and in a small drawing. */
const [DATE_WIDTH, WIDE_DATE] = [18, 30];
const MAX_NAME = 16;

/**
 * One drawing of lines or bars over time, with its scale, its dates and its names. Its width is the window's: places
 * across are per cent, and the lines are in a drawing that is stretched.
 */
export function Plot(props: PlotProps) {
  const { label, times, series, bars, scale, marks, height, figureOf, dateOf } = props;
  const placeOf = placesAcross(times, bars ? DAY_MS / 2 : 0);
  const yOf = (value: number) => ABOVE + (1 - value / scale.top) * (height - ABOVE - BELOW);
  const dates = datesBelow(times, props.ends ? undefined : 3);
  const room = new Set(withRoom(dates.map(placeOf), props.ends ? DATE_WIDTH : WIDE_DATE));
  return (
    <div class={props.ends ? "plot plot-named" : "plot"}>
      <svg class="plot-scale" height={height} aria-hidden="true">
        {scale.ticks.map((tick) => (
          <text x="100%" y={yOf(tick) + 4} text-anchor="end">
            {figureOf(tick)}
          </text>
        ))}
      </svg>
      <svg class="plot-area" height={height} role="img" aria-label={label}>
        {scale.ticks.map((tick) => (
          <line class="plot-grid" x1="0" x2="100%" y1={yOf(tick)} y2={yOf(tick)} />
        ))}
        {marks.map((mark) => (
          <Mark mark={mark} x={placeOf(mark.at)} height={height} />
        ))}
        {series.map(({ values }, i) =>
          bars ? (
            <Bars {...props} values={values} placeOf={placeOf} yOf={yOf} />
          ) : (
            <Line {...props} at={i} placeOf={placeOf} yOf={yOf} />
          ),
        )}
        {dates
          .filter((time) => room.has(placeOf(time)))
          .map((time) => (
            <text x={`${placeOf(time)}%`} y={height - 6} text-anchor={anchorOf(placeOf(time))}>
              {dateOf(time)}
            </text>
          ))}
        <line class="plot-now" data-chart-line y1={ABOVE} y2={height - BELOW} x1="0" x2="0" hidden />
      </svg>
      {props.ends && <Ends {...props} yOf={yOf} />}
    </div>
  );
}

const Mark = ({ mark, x, height }: { mark: ChartMark; x: number; height: number }) => (
  <g class={`plot-mark mark-${mark.kind}`}>
    <title>{mark.words}</title>
    <line x1={`${x}%`} x2={`${x}%`} y1={ABOVE} y2={height - BELOW} />
    <circle cx={`${x}%`} cy={ABOVE - 4} r="4" />
  </g>
);

interface Placed {
  placeOf: (time: number) => number;
  yOf: (value: number) => number;
}

/** A line with its gaps. The way to a day that is not over is dashed. */
function Line({ at, times, series, colour = 1, ongoing, height, placeOf, yOf }: PlotProps & Placed & { at: number }) {
  const { values } = series[at]!;
  const last = times.length - 1;
  const xOf = (i: number) => placeOf(times[i]!);
  const done = runsOf(ongoing ? values.slice(0, -1) : values, xOf, yOf);
  const open = ongoing && last > 0 ? runsOf(values.slice(-2), (i) => xOf(last - 1 + i), yOf) : [];
  const { nth, of } = sameLines(series.map((each) => each.values))[at]!;
  const dashes = of > 1 ? { "stroke-dasharray": `8 ${8 * (of - 1)}`, "stroke-dashoffset": -8 * nth } : {};
  const lines = (runs: (readonly (readonly [number, number])[])[], more: object): Child[] =>
    runs
      .filter((run) => run.length > 1)
      .map((run) => <polyline points={run.map(([x, y]) => `${x},${y}`).join(" ")} {...more} />);
  const alone = [...done, ...open].filter((run) => run.length === 1).map(([point]) => point!);
  const joined = new Set(open.filter((run) => run.length > 1).map((run) => run[0]!.join()));
  return (
    <g class={`line-${((at + colour - 1) % 6) + 1}`}>
      <svg
        x="0"
        y="0"
        width="100%"
        height={height}
        viewBox={`0 0 100 ${height}`}
        preserveAspectRatio="none"
        overflow="visible"
      >
        {lines(done, dashes)}
        {lines(open, { "stroke-dasharray": "3 4" })}
      </svg>
      {alone
        .filter((point) => !joined.has(point.join()))
        .map(([x, y]) => (
          <circle cx={`${x}%`} cy={y} r="3" />
        ))}
    </g>
  );
}

function Bars({ values, times, colour = 1, ongoing, placeOf, yOf }: PlotProps & Placed & Pick<ChartSeries, "values">) {
  const width = Math.min(8, ((placeOf(times.at(-1)!) - placeOf(times[0]!)) / Math.max(1, times.length - 1)) * 0.7 || 8);
  return (
    <g class={`bars line-${colour}`}>
      {values.map(
        (value, i) =>
          value !== null &&
          value > 0 && (
            <rect
              class={ongoing && i === values.length - 1 ? "open" : undefined}
              x={`${placeOf(times[i]!) - width / 2}%`}
              width={`${width}%`}
              y={yOf(value)}
              height={yOf(0) - yOf(value)}
            />
          ),
      )}
    </g>
  );
}

/** The names of the lines at their ends, with the latest figure. */
function Ends({ series, colour = 1, height, figureOf, yOf }: PlotProps & Pick<Placed, "yOf">) {
  const ends = series.map(({ values }) => values.findLast((value) => value !== null) ?? 0);
  const places = spreadLabels(ends.map(yOf), ROOM, ABOVE, height - BELOW);
  return (
    <svg class="plot-ends" height={height} aria-hidden="true">
      {series.map(({ name }, i) => (
        <g class={`line-${((i + colour - 1) % 6) + 1}`}>
          <line x1="2" x2="14" y1={places[i]} y2={places[i]} />
          <text x="18" y={places[i]! + 4}>
            {name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1)}…` : name} {figureOf(ends[i]!)}
          </text>
        </g>
      ))}
    </svg>
  );
}
