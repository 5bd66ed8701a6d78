import type { Context } from "hono";
import type { Child } from "hono/jsx";
import { appPath } from "../../../lib/hosts/page-paths";
import { page } from "../../server/page";
import { Duration, Num, Time } from "../../ui/format";
import { Badge, Card, Grid, Notice, Stat } from "../../ui/panels";
import { DataTable, type Column } from "../../ui/lists/table";
import { Untrusted } from "../../ui/untrusted";
import { PROVIDER_NAMES } from "../mentions/parts/data";
import { OperatorFrame } from "./frame";
import type { OperatorAnswers, OperatorEnv } from "./operator-api";

type Health = OperatorAnswers["readHealth"];
type Row<Part extends keyof Health> = Health[Part] extends readonly (infer Item)[] ? Item : never;

const TONES = { ok: "good", degraded: "warn", failing: "bad" } as const;
const CIRCUIT_TONES = { closed: "good", half_open: "warn", open: "bad" } as const;
const CEILING_NAMES = {
  browserSeconds: "Render seconds today",
  aiCalls: "AI calls today",
  analysisCalls: "Judging calls today",
} as const;

/** A name of the API as words: "promptRuns" is "prompt runs". */
const workWords = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const none = <span class="muted">none</span>;

const REASONS: Column<Row<"reasons">>[] = [
  { name: "Reason", heading: true, cell: ({ code }) => <code>{code}</code> },
  { name: "Level", cell: ({ level }) => <Badge tone={TONES[level]}>{level}</Badge> },
  { name: "About", cell: ({ subject }) => <Untrusted text={subject} max={120} /> },
  { name: "What", cell: ({ text }) => <Untrusted text={text} max={400} /> },
  { name: "What to do", cell: ({ runbook }) => <code>{runbook}</code> },
];

const STUCK: Column<Row<"stuck">>[] = [
  { name: "Work", heading: true, cell: ({ kind }) => workWords(kind) },
  { name: "Id", cell: ({ id }) => <code>{id}</code> },
  { name: "Domain", cell: ({ domainId }) => (domainId === null ? none : <code>{domainId}</code>) },
  { name: "Since", cell: ({ since }) => <Time at={since} /> },
];

const LETTERS: Column<Row<"deadLetters">>[] = [
  {
    name: "Queue",
    heading: true,
    cell: ({ queue }) => (
      <a href={appPath("operator/dead-letters", { queue })}>
        <Untrusted text={queue} max={100} />
      </a>
    ),
  },
  { name: "Letters", number: true, cell: ({ letters }) => <Num value={letters} /> },
  { name: "Newest", cell: ({ newestAt }) => <Time at={newestAt} /> },
  { name: "Newest reason", cell: ({ newestReason }) => <Untrusted text={newestReason} max={300} /> },
];

const CRONS: Column<Row<"crons">>[] = [
  { name: "Cron", heading: true, cell: ({ cron }) => <code>{cron}</code> },
  { name: "Last tick", cell: ({ at }) => <Time at={at} /> },
  { name: "Its jobs were queued", cell: ({ queuedAt }) => <Time at={queuedAt} /> },
];

const PROVIDERS: Column<Row<"providers">>[] = [
  {
    name: "Provider",
    heading: true,
    cell: ({ provider }) => PROVIDER_NAMES[provider],
  },
  {
    name: "Circuit",
    cell: ({ circuit }) => <Badge tone={CIRCUIT_TONES[circuit]}>{circuit.replace("_", "-")}</Badge>,
  },
  { name: "Failing since", cell: ({ since }) => <Time at={since} /> },
  { name: "Calls", number: true, cell: ({ calls }) => <Num value={calls} /> },
  { name: "Failed", number: true, cell: ({ failedCalls }) => <Num value={failedCalls} /> },
  { name: "Last error", cell: ({ lastError }) => <Untrusted text={lastError} max={60} /> },
  { name: "Last success", cell: ({ lastSuccessAt }) => <Time at={lastSuccessAt} /> },
];

const POOLS: Column<Row<"renderPools">>[] = [
  { name: "Pool", heading: true, cell: ({ pool }) => pool },
  { name: "Answers", cell: ({ reached }) => (reached ? "yes" : <Badge tone="bad">no</Badge>) },
  { name: "Browsers", number: true, cell: ({ browsers }) => <Num value={browsers} /> },
  { name: "Tabs in use", number: true, cell: ({ rendering }) => <Num value={rendering} /> },
  { name: "Waiting", number: true, cell: ({ waiting }) => <Num value={waiting} /> },
];

/** Columns that need the time of the reading. */
const aged = (now: number) => {
  const age = (at: number | null): Child => (at === null ? none : <Duration ms={Math.max(0, now - at)} />);
  const queues: Column<Row<"queues">>[] = [
    { name: "Queue", heading: true, cell: ({ queue }) => queue },
    { name: "Waiting", number: true, cell: ({ waiting }) => <Num value={waiting} /> },
    { name: "Oldest", cell: ({ oldestAt }) => age(oldestAt) },
  ];
  const work: Column<Row<"work">>[] = [
    { name: "Work", heading: true, cell: ({ name }) => workWords(name) },
    { name: "Waiting", number: true, cell: ({ waiting }) => <Num value={waiting} /> },
    { name: "Stuck", number: true, cell: ({ stuck }) => <Num value={stuck} /> },
    { name: "Oldest", cell: ({ oldestAt }) => age(oldestAt) },
  ];
  return { queues, work };
};

const Part = <Item,>(props: { title: string; columns: Column<Item>[]; rows: readonly Item[]; empty: string }) => (
  <Card title={props.title}>
    <DataTable
      caption={props.title}
      columns={props.columns}
      rows={props.rows}
      empty={<p class="muted">{props.empty}</p>}
    />
  </Card>
);

/** `/app/operator`: how the service does, and why. */
export async function healthPage(c: Context<OperatorEnv>) {
  const health = await c.var.operatorApi.readHealth();
  const { queues, work } = aged(health.checkedAt);
  return page(
    c,
    { title: "Operator", status: 200 },
    <OperatorFrame tab="operator">
      <Notice kind={TONES[health.status]}>
        The service is <strong>{health.status}</strong>, as of <Time at={health.checkedAt} />.
      </Notice>
      <Grid>
        {health.ceilings.map(({ name, used, limit }) => (
          <Stat
            name={CEILING_NAMES[name]}
            value={<Num value={used} digits={0} />}
            note={
              <>
                of <Num value={limit} />
              </>
            }
          />
        ))}
      </Grid>
      <Part title="Reasons" columns={REASONS} rows={health.reasons} empty="Nothing is wrong." />
      <Part title="Stuck work" columns={STUCK} rows={health.stuck} empty="Nothing is past its deadline." />
      <Part title="Dead letters" columns={LETTERS} rows={health.deadLetters} empty="There are none." />
      <Part title="Queues" columns={queues} rows={health.queues} empty="There are none." />
      <Part title="Recorded work" columns={work} rows={health.work} empty="The database did not answer." />
      <Part title="Crons" columns={CRONS} rows={health.crons} empty="There are none." />
      <Part title="AI providers" columns={PROVIDERS} rows={health.providers} empty="The database did not answer." />
      <Part title="Render pools" columns={POOLS} rows={health.renderPools} empty="There are none." />
      <Card title="Not known">
        <ul class="lines">
          {health.unknown.map((line) => (
            <li>{line}</li>
          ))}
        </ul>
      </Card>
    </OperatorFrame>,
  );
}
