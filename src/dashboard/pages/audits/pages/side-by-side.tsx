import { Num } from "../../../ui/format";
import { Badge, Card, EmptyState, Facts, Notice } from "../../../ui/panels";
import { DataTable, type Column } from "../../../ui/lists/table";
import { Untrusted } from "../../../ui/untrusted";
import { comparedViews, type ComparedField } from "./compared-views";
import type { RunPage } from "../parts/words";

type Rendered = NonNullable<RunPage["rendered"]>;

const SHOWN = 12;

function Values({ values }: { values: string[] | null }) {
  if (values === null) return <span class="muted">not rendered</span>;
  if (values.length <= 1) return <Untrusted text={values[0]} max={300} />;
  return (
    <ul class="paths">
      {values.slice(0, SHOWN).map((value) => (
        <li>
          <Untrusted text={value} max={160} />
        </li>
      ))}
      {values.length > SHOWN && (
        <li class="muted">
          and <Num value={values.length - SHOWN} /> more
        </li>
      )}
    </ul>
  );
}

const columns: Column<ComparedField>[] = [
  { name: "Field", heading: true, cell: ({ name }) => <div class="wide-cell">{name}</div> },
  {
    name: "As served",
    cell: ({ served }) => (
      <div class="wide-cell">
        <Values values={served} />
      </div>
    ),
  },
  { name: "As rendered", cell: ({ rendered }) => <Values values={rendered} /> },
  {
    name: "Difference",
    cell: ({ change }) =>
      change === null ? (
        "–"
      ) : change === "same" ? (
        <span class="muted">same</span>
      ) : (
        <Badge tone="warn">≠ {change}</Badge>
      ),
  },
];

const READY: Record<NonNullable<Rendered["ready"]>, string> = {
  flag: "the page reported that it was ready",
  quiet: "the page settled",
  deadline: "the time limit was reached",
  redirect: "a script redirected it",
};

const Milliseconds = ({ value }: { value: number | null }) =>
  value === null ? (
    "none"
  ) : (
    <>
      <Num value={value} /> ms
    </>
  );

/** How the render went. */
function RenderFacts({ rendered }: { rendered: Rendered }) {
  const { lab, errors, failedRequests } = rendered;
  return (
    <>
      <Facts
        items={[
          ["Source", rendered.snapshot ? "the cached snapshot" : "a browser, for this audit"],
          ["Ended because", rendered.ready ? READY[rendered.ready] : "not known"],
          ...(rendered.finalUrl ? [["Redirected to", <Untrusted text={rendered.finalUrl} max={300} />] as const] : []),
          ["Files that robots.txt blocks for Googlebot", <Num value={rendered.blockedResources} />],
          ...(lab
            ? ([
                ["Largest paint, in our browser", <Milliseconds value={lab.lcpMs} />],
                ["Layout shift, in our browser", <Num value={lab.cls} digits={3} />],
                ["Bytes transferred", <Num value={lab.bytes} />],
              ] as const)
            : []),
        ]}
      />
      <Notes title="Script errors" texts={errors} />
      <Notes title="Failed requests" texts={failedRequests} />
    </>
  );
}

function Notes({ title, texts }: { title: string; texts: string[] }) {
  if (texts.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <Values values={["", ...texts].slice(1)} />
    </>
  );
}

/** The page as served next to the page as rendered. */
export function SideBySide({ rendered }: { rendered: RunPage["rendered"] }) {
  return (
    <Card title="As served and as rendered" id="rendered">
      {rendered === null ? (
        <EmptyState title="Not rendered">
          Audits render a page if its content may need scripts, or if a snapshot of it is cached.
        </EmptyState>
      ) : (
        <>
          {rendered.outcome === "failed" && (
            <Notice kind="warn">
              <p>
                Rendering failed: <Untrusted text={rendered.reason ?? "the reason is not known"} max={300} />
              </p>
            </Notice>
          )}
          <DataTable
            caption="The page as served next to the page as rendered"
            columns={columns}
            rows={comparedViews(rendered.raw, rendered.rendered)}
            empty={null}
          />
          <RenderFacts rendered={rendered} />
        </>
      )}
    </Card>
  );
}
