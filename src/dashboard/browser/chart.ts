// Draws the charts of ui/chart.tsx once they are visible. The library loads only then.

import type uPlot from "uplot";

interface ChartData {
  kind: "lines" | "bars";
  share?: boolean;
  max?: number;
  ongoing?: boolean;
  names: string[];
  data: [number[], ...(number | null)[][]];
}

const DAY_S = 86_400;
/** Days between the labels of the axis. */
const STEPS_S = [1, 2, 7, 14, 28, 56, 91, 182, 364].map((days) => days * DAY_S);

const observer = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    observer.unobserve(target);
    void draw(target as HTMLElement);
  }
});
for (const box of document.querySelectorAll("[data-chart]")) observer.observe(box);

async function draw(box: HTMLElement): Promise<void> {
  const { default: UPlot } = await import("uplot");
  const { kind, share, max, ongoing = false, names, data } = JSON.parse(box.dataset["chart"] ?? "") as ChartData;
  const styles = getComputedStyle(box);
  const colour = (name: string) => styles.getPropertyValue(name).trim();
  const format = new Intl.NumberFormat(undefined, share ? { style: "percent" } : { notation: "compact" });
  const axis = { stroke: colour("--muted"), grid: { stroke: colour("--line"), width: 1 }, ticks: { show: false } };
  const day = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", timeZone: "UTC" });
  const dayOf = (seconds: number) => day.format(new Date(seconds * 1_000));
  const isBars = kind === "bars";
  // Half a bar next to the first and the last one; a single point is in the middle.
  const margin = isBars || data[0].length < 2 ? DAY_S / 2 : 0;
  // Without a pointer, the legend shows the latest figures rather than dashes. After the library's own update of the
  // legend.
  const showLatest = (drawn: uPlot) =>
    queueMicrotask(() => {
      if (typeof drawn.legend.idx !== "number") drawn.setLegend({ idx: data[0].length - 1 }, false);
    });
  const last = data[0].length - 1;
  const [, ...lines] = data;
  // The way to a day that is not over is a line of its own, dashed.
  const drawn: ChartData["data"] = ongoing
    ? [
        data[0],
        ...lines.map((values) => values.with(last, null)),
        ...lines.map((values) => values.map((value, i) => (i < last - 1 ? null : value))),
      ]
    : data;
  const plot = new UPlot(
    {
      width: box.clientWidth,
      height: 200,
      tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1_000), "Etc/UTC"),
      legend: { live: true },
      hooks: { draw: [showLatest], setLegend: [showLatest] },
      scales: {
        x: { range: (_plot, min, max) => [min - margin, max + margin] },
        y: { range: (_plot, _min, top) => [0, max ?? Math.max(top * 1.05, share ? 0.01 : 1)] },
      },
      axes: [
        { ...axis, incrs: STEPS_S, values: (_plot, values) => values.map(dayOf) },
        { ...axis, size: 52, values: (_plot, values) => values.map((value) => format.format(value)) },
      ],
      series: [
        { label: "Day", value: (_plot, value) => (value === null ? "–" : dayOf(value)) },
        ...names.map((label, i) => ({
          label,
          stroke: colour(`--chart-${(i % 6) + 1}`),
          width: 2,
          points: isBars ? { show: false } : undefined,
          value: (_plot: unknown, _value: number | null, _line: number, at: number | null) => {
            const value = at === null ? null : lines[i]?.[at];
            return typeof value === "number" ? format.format(value) + (ongoing && at === last ? " so far" : "") : "–";
          },
          fill: isBars ? colour(`--chart-${(i % 6) + 1}`) : undefined,
          paths: isBars ? UPlot.paths.bars?.({ size: [0.6, 40] }) : undefined,
        })),
        ...(ongoing ? names : []).map((_, i) => ({
          stroke: colour(`--chart-${(i % 6) + 1}`),
          width: 2,
          dash: [4, 4],
          points: isBars ? { show: false } : undefined,
          paths: isBars ? UPlot.paths.bars?.({ size: [0.6, 40] }) : undefined,
        })),
      ],
    },
    drawn,
    box,
  );
  for (const row of [...plot.root.querySelectorAll(".u-legend .u-series")].slice(names.length + 1)) row.remove();
  new ResizeObserver(() => plot.setSize({ width: box.clientWidth, height: 200 })).observe(box);
}
