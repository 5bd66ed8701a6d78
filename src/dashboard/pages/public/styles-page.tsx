import type { Child } from "hono/jsx";
import { ApiProblem } from "../../server/read";
import { page } from "../../server/page";
import type { PageContext } from "../../server/page-env";
import { Chart } from "../../ui/charts/chart";
import { DeltaFigure } from "../../ui/delta";
import { Button, ButtonLink } from "../../ui/form";
import { Num } from "../../ui/format";
import { Icon, ICON_NAMES } from "../../ui/icon";
import { Badge, Card, EmptyState, Grid, Notice, PageHeader, Stat } from "../../ui/panels";
import { PICTURES, type PictureName } from "../../ui/pictures";

/** The tokens of styles/tokens.css, by what they are. A contract test compares the two. */
export const TOKENS = {
  colours: [
    "ground",
    "surface",
    "raised",
    "ink",
    "muted",
    "line",
    "control",
    "accent",
    "accent-ink",
    "accent-soft",
    "accent-line",
    "good",
    "good-soft",
    "warn",
    "warn-soft",
    "bad",
    "bad-soft",
    "info",
    "info-soft",
    "chart-1",
    "chart-2",
    "chart-3",
    "chart-4",
    "chart-5",
    "chart-6",
    "mark-ground",
    "mark-line",
    "mark-tick",
    "paper",
    "scrim",
  ],
  sizes: ["step-0", "step-1", "step-2", "step-3", "step-4", "step-5"],
  weights: ["weight-text", "weight-name", "weight-strong", "weight-title"],
  faces: ["sans", "mono"],
  heights: ["line-text", "line-title"],
  distances: ["s0", "s1", "s2", "s3", "s4", "s5", "s6"],
  corners: ["corner-0", "corner-1", "corner-2", "corner-round"],
  shadows: ["shadow"],
} as const;

/** A drawing of one token: SVG takes its value without a style of its own, which the policy refuses. */
const Swatch = ({ children }: { children: Child }) => (
  <svg class="swatch" height="40" width="160" aria-hidden="true">
    {children}
  </svg>
);
const tokens = (names: readonly string[], draw: (token: string) => Child) => (
  <ul class="swatches">
    {names.map((name) => (
      <li>
        <Swatch>{draw(`var(--${name})`)}</Swatch> <code>{name}</code>
      </li>
    ))}
  </ul>
);
const words = (more: object) => (
  <text x="0" y="30" fill="var(--ink)" {...more}>
    Crawlers 1,204
  </text>
);

const WEEK = ["2026-11-21", "2026-11-22", "2026-11-23", "2026-11-24", "2026-11-25", "2026-11-26", "2026-11-27"];
const TREND = [12, 14, null, 15, 19, 18, 24];

/** `/app/_styles`: every token and component, for who changes them. Only a service on this computer has it. */
export function stylesPage(c: PageContext) {
  if (!/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(c.req.url).hostname))
    throw new ApiProblem(404, "not_found", "There is no such page.", {});
  return page(
    c,
    { title: "Styles", scripts: ["chart"] },
    <>
      <PageHeader title="Styles" lead="What the pages are made of. styles/tokens.css has the values." />
      <Grid wide>
        <Card title="Type">{tokens(TOKENS.sizes, (size) => words({ "font-size": size }))}</Card>
        <Card title="Weights and faces">
          {tokens(TOKENS.weights, (weight) => words({ "font-weight": weight }))}
          {tokens(TOKENS.faces, (face) => words({ "font-family": face }))}
        </Card>
        <Card title="Colours">
          {tokens(TOKENS.colours, (fill) => (
            <rect x="1" y="4" width="150" height="32" rx="6" fill={fill} stroke="var(--line)" />
          ))}
        </Card>
        <div>
          <Card title="Distances">
            {tokens(TOKENS.distances, (width) => (
              <rect y="14" width={width} height="12" fill="var(--accent)" />
            ))}
          </Card>
          <Card title="Corners">
            {tokens(TOKENS.corners, (rx) => (
              <rect x="1" y="3" width="90" height="34" rx={rx} fill="var(--raised)" stroke="var(--line)" />
            ))}
          </Card>
          <Card title="Icons">
            <p class="icons">
              {ICON_NAMES.map((name) => (
                <span>
                  <Icon name={name} /> {name}
                </span>
              ))}
            </p>
          </Card>
          <Card title="Buttons and badges">
            <div class="actions">
              <Button>Main</Button>
              <Button tone="plain">Plain</Button>
              <ButtonLink tone="danger" href="#">
                Danger
              </ButtonLink>
              {(["none", "good", "warn", "bad", "info"] as const).map((tone) => (
                <Badge tone={tone}>{tone}</Badge>
              ))}
            </div>
          </Card>
        </div>
      </Grid>
      {(["good", "info", "warn", "bad"] as const).map((kind) => (
        <Notice kind={kind}>A notice of the kind “{kind}”.</Notice>
      ))}
      <Grid>
        <Stat
          name="A figure"
          value={<Num value={1204} />}
          delta={<DeltaFigure value={12} />}
          note="since last week"
          trend={{ values: TREND, label: "Seven days" }}
        />
        <Stat
          name="A share"
          value={<Num value={0.54} share digits={0} />}
          delta={<DeltaFigure value={-0.03} share />}
        />
      </Grid>
      <Card>
        <Chart
          title="A chart with a gap, a mark and lines that are the same"
          times={WEEK}
          series={[
            { name: "One", values: TREND },
            { name: "The same", values: TREND },
            { name: "Other", values: [3, 4, 4, 5, 9, 8, 11] },
          ]}
          marks={[{ at: Date.parse(WEEK[4]!), kind: "deploy", words: "Deploy" }]}
          ongoing
        />
      </Card>
      <Grid wide>
        {(Object.keys(PICTURES) as PictureName[]).map((picture) => (
          <EmptyState picture={picture} title={`Nothing of “${picture}” yet`}>
            What will be here, and what to do for it.
          </EmptyState>
        ))}
      </Grid>
    </>,
  );
}
