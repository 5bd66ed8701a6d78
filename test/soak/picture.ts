import type { Sample } from "./watch.ts";

interface Line {
  name: string;
  color: string;
  /** Null: not sampled then. */
  values: Array<number | null>;
}

export interface Chart {
  title: string;
  unit: string;
  lines: Line[];
}

const WIDTH = 960;
const LEFT = 64;
const RIGHT = 24;
const PLOT = 200;
const HEAD = 52;
const FOOT = 44;

const STYLE = `text{font-family:system-ui,sans-serif;font-size:12px;fill:#59636e}
.title{font-size:15px;font-weight:600;fill:#1f2328}.tick{text-anchor:end}.below{text-anchor:middle}
.grid{stroke:#d1d9e0;fill:none}.line{fill:none;stroke-width:1.6}`;
const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const escaped = (text: string) => text.replaceAll(/[&<>]/g, (sign) => escapes[sign]!);

/** A round number at or above `most` that has four equal parts. */
function ceiling(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(most, 1)));
  return [1, 2, 4, 6, 8, 10].map((each) => each * power).find((each) => each >= most)!;
}

/** More points than pixels tell nothing. The first and the last stay. */
const MOST_POINTS = 600;

function points({ values }: Line, xs: readonly number[], x: (at: number) => number, y: (value: number) => number) {
  const known = values.flatMap((value, i) => (value === null ? [] : [{ value, at: xs[i]! }]));
  const every = Math.ceil(known.length / MOST_POINTS);
  return known
    .filter((_, i) => i % every === 0 || i === known.length - 1)
    .map(({ value, at }) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`)
    .join(" ");
}

function drawn({ title, unit, lines }: Chart, xs: readonly number[], top: number, xName: string): string {
  const known = lines.flatMap(({ values }) => values.filter((value) => value !== null));
  const high = ceiling(Math.max(1, ...known));
  const last = Math.max(1, ...xs);
  const x = (at: number) => LEFT + (at / last) * (WIDTH - LEFT - RIGHT);
  const y = (value: number) => top + HEAD + PLOT - (value / high) * PLOT;
  const quarters = [0, 1, 2, 3, 4];
  const legend = lines.map(
    ({ name, color }, i) =>
      `<path class="line" stroke="${color}" d="M${LEFT + i * 190} ${top + 38}h18"/><text x="${LEFT + 24 + i * 190}" y="${top + 42}">${escaped(name)}</text>`,
  );
  const grid = quarters.map((i) => {
    const value = (high * i) / 4;
    return `<path class="grid" d="M${LEFT} ${y(value)}H${WIDTH - RIGHT}"/><text class="tick" x="${LEFT - 8}" y="${y(value) + 4}">${value.toLocaleString("en")}</text>`;
  });
  const below = quarters.map((i) => {
    const at = Math.round((last * i) / 4);
    return `<text class="below" x="${x(at)}" y="${top + HEAD + PLOT + 18}">${at.toLocaleString("en")}</text>`;
  });
  const curves = lines.map(
    (line) => `<polyline class="line" stroke="${line.color}" points="${points(line, xs, x, y)}"/>`,
  );
  return [
    `<text class="title" x="16" y="${top + 20}">${escaped(`${title}, ${unit}`)}</text>`,
    ...legend,
    ...grid,
    ...below,
    `<text class="below" x="${WIDTH / 2}" y="${top + HEAD + PLOT + 34}">${escaped(xName)}</text>`,
    ...curves,
  ].join("\n");
}

/** Charts below each other, over the same axis, as an SVG. `conditions`: a line about date and machine. */
export function picture(charts: readonly Chart[], xs: readonly number[], xName: string, conditions: string): string {
  const step = HEAD + PLOT + FOOT;
  const height = charts.length * step + 32;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escaped(charts.map(({ title }) => title).join("; "))}">
<style>${STYLE}</style>
<rect width="100%" height="100%" fill="#fff"/>
${charts.map((chart, i) => drawn(chart, xs, i * step, xName)).join("\n")}
<text x="16" y="${height - 12}">${escaped(conditions)}</text>
</svg>
`;
}

/** Memory, and what the browser has open, over the requests done. */
export function chartsOf(samples: readonly Sample[]): Chart[] {
  const of = (read: (sample: Sample) => number | null) => samples.map(read);
  return [
    {
      title: "Resident memory",
      unit: "MB",
      lines: [
        { name: "workerd", color: "#2f81c7", values: of(({ workerdMb }) => workerdMb) },
        { name: "browser, all processes", color: "#d29922", values: of(({ browserMb }) => browserMb) },
        { name: "workerd of the entry", color: "#8250df", values: of(({ entryMb }) => entryMb) },
        { name: "Node", color: "#8c959f", values: of(({ nodeMb }) => nodeMb) },
      ],
    },
    {
      title: "Heaps of all isolates of workerd",
      unit: "MB",
      lines: [
        { name: "held by V8", color: "#2f81c7", values: of(({ heaps }) => heaps?.heldMb ?? null) },
        { name: "used", color: "#1a7f37", values: of(({ heaps }) => heaps?.usedMb ?? null) },
        { name: "array buffers", color: "#cf222e", values: of(({ heaps }) => heaps?.buffersMb ?? null) },
      ],
    },
    {
      title: "The browser has open",
      unit: "number",
      lines: [
        { name: "processes", color: "#d29922", values: of(({ browserProcesses }) => browserProcesses) },
        { name: "pages", color: "#2f81c7", values: of(({ pages }) => pages) },
        { name: "frames", color: "#cf222e", values: of(({ others }) => others["iframe"] ?? 0) },
        {
          name: "workers",
          color: "#8250df",
          values: of(({ others }) => (others["worker"] ?? 0) + (others["service_worker"] ?? 0)),
        },
      ],
    },
  ];
}
