import { OURS } from "./benchmark.ts";
import { shown } from "./numbers.ts";
import type { Result } from "./results.ts";
import { comparisons, isGrowth as hasSizes, type Spread } from "./spread.ts";

interface Row {
  group: string;
  label: string;
  ratio: Spread;
}

const WIDTH = 960;
const LABELS = 470;
const VALUES = 120;
const ROW = 22;
const HEAD = 30;
const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const escaped = (text: string) => text.replaceAll(/[&<>]/g, (sign) => escapes[sign]!);

/** What the picture shows of the results: with peers a row for each, with sizes a row for the largest. */
function rowsOf(results: readonly Result[], growth: boolean): Row[] {
  return results.flatMap(({ name: group, measures }) =>
    measures
      .filter((measure) => measure.shown === "picture" && hasSizes(measure) === growth)
      .flatMap((measure) => {
        const compared = comparisons(measure);
        const drawn = growth ? compared.slice(-1) : compared;
        const first = Object.keys(measure.values)[0]!;
        return drawn.map(({ contender, ratio }) => ({
          group,
          label: growth ? `${measure.what}: ${contender} / ${first}` : `${measure.what} / ${contender}`,
          ratio,
        }));
      }),
  );
}

interface Panel {
  title: string;
  note: string;
  rows: readonly Row[];
  /** Whether more is neither better nor worse. */
  isGrowth: boolean;
}

/** One panel of bars that start at 1, on a logarithmic axis. */
function panel({ title, note, rows, isGrowth }: Panel, top: number): { svg: string; bottom: number } {
  const ends = rows.flatMap(({ ratio }) => [ratio.least, ratio.most]);
  const low = Math.min(-0.3, Math.floor(Math.log10(Math.min(1, ...ends)) * 2) / 2);
  const high = Math.max(0.5, Math.ceil(Math.log10(Math.max(1, ...ends)) * 2) / 2);
  const x = (value: number) => LABELS + ((Math.log10(value) - low) / (high - low)) * (WIDTH - LABELS - VALUES);
  const parts = [
    `<text class="title" x="16" y="${top + 18}">${escaped(title)}</text>`,
    `<text class="note" x="16" y="${top + 36}">${escaped(note)}</text>`,
  ];
  let y = top + 48;
  const axisTop = y;
  let group = "";
  for (const row of rows) {
    if (row.group !== group) {
      group = row.group;
      y += HEAD;
      parts.push(`<text class="group" x="16" y="${y - 8}">${escaped(group)}</text>`);
    }
    const { median, least, most } = row.ratio;
    const [from, to] = [Math.min(x(1), x(median)), Math.max(x(1), x(median))];
    const middle = y + ROW / 2;
    parts.push(
      `<text class="label" x="28" y="${middle + 4}">${escaped(row.label)}</text>`,
      `<rect class="${isGrowth ? "growth" : median >= 1 ? "more" : "less"}" x="${from.toFixed(1)}" y="${y + 4}" width="${Math.max(1, to - from).toFixed(1)}" height="${ROW - 8}"/>`,
      `<path class="spread" d="M${x(least).toFixed(1)} ${middle}H${x(most).toFixed(1)}M${x(least).toFixed(1)} ${middle - 4}v8M${x(most).toFixed(1)} ${middle - 4}v8"/>`,
      `<text class="value" x="${WIDTH - 16}" y="${middle + 4}">× ${shown(median)}</text>`,
    );
    y += ROW;
  }
  const ticks = [0.01, 0.1, 1, 10, 100, 1_000].filter((tick) => Math.log10(tick) >= low && Math.log10(tick) <= high);
  const axis = ticks.map(
    (tick) =>
      `<path class="${tick === 1 ? "one" : "grid"}" d="M${x(tick).toFixed(1)} ${axisTop}V${y + 4}"/><text class="tick" x="${x(tick).toFixed(1)}" y="${y + 18}">${tick}</text>`,
  );
  return { svg: [...axis, ...parts].join("\n"), bottom: y + 34 };
}

const STYLE = `text{font-family:system-ui,sans-serif;font-size:13px;fill:#1f2328}
.title{font-size:17px;font-weight:600}.group{font-weight:600}.note,.tick{font-size:12px;fill:#59636e}
.tick{text-anchor:middle}.value{text-anchor:end}.more{fill:#2f81c7}.less{fill:#d29922}.growth{fill:#8c959f}
.grid{stroke:#d1d9e0;fill:none}.one{stroke:#59636e;fill:none}.spread{stroke:#1f2328;fill:none}`;

/** The ratios of results as an SVG. `conditions`: a line about date and machine. */
export function picture(results: readonly Result[], conditions: string): string {
  const panels: string[] = [];
  let y = 12;
  const all: Panel[] = [
    {
      title: `${OURS} compared with others in the same run`,
      note: `How many times better ${OURS} is: right of 1 better, left of 1 worse. Bars: median of the rounds; lines: from least to most.`,
      rows: rowsOf(results, false),
      isGrowth: false,
    },
    {
      title: "The same work on more data",
      note: "How many times the value of the smallest size the largest has.",
      rows: rowsOf(results, true),
      isGrowth: true,
    },
  ];
  for (const each of all.filter(({ rows }) => rows.length > 0)) {
    const { svg, bottom } = panel(each, y);
    panels.push(svg);
    y = bottom;
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y + 20}" role="img" aria-label="Results of the benchmarks">
<style>${STYLE}</style>
<rect width="100%" height="100%" fill="#fff"/>
${panels.join("\n")}
<text class="note" x="16" y="${y + 6}">${escaped(conditions)}</text>
</svg>
`;
}
