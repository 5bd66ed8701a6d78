import { parseArgs } from "node:util";
import { writeFileSync } from "node:fs";
import { CRONS } from "../../../src/jobs/crons";
import { DAY_MS, HOUR_MS } from "../../../src/lib/time/time";
import { installGlobals } from "../globals";
import { withEmptyDatabase } from "../platform/d1";
import { SimulatedService } from "../platform/service";
import { prepare } from "../run-seed";
import { isSimulating, world, World, type Faults } from "../world";
import { Customer } from "./customer";
import { growthOf } from "./growth";
import { measure, type Stored } from "./stored";

const { values } = parseArgs({
  options: {
    months: { type: "string", default: "24" },
    seed: { type: "string", default: "1" },
    /** A file for the sizes of each month. */
    out: { type: "string" },
  },
});

/** 2027-03-01, 00:00 UTC. */
const STARTS_AT = 1_803_859_200_000;
/** Days per month: months end with whole weeks, so that weekly work does not make them differ. */
const DAYS = 28;
/** The quarter-hourly cron ticks this often. Each tick does what is due, so fewer of them only do it later. */
const TICK_MS = 3 * HOUR_MS;
/** Parts fail all the time, but seldom. */
const FAULTS: Faults = {
  before: 0.002,
  after: 0.002,
  crash: 0.0005,
  kill: 0.0002,
  twice: 0.02,
  late: 0.01,
  lostAlarm: 0.002,
};

/** A history of years would not fit into memory. */
class LongWorld extends World {
  override note(): void {}
}

const say = (line: string) => void process.stdout.write(`${line}\n`);

async function simulate(long: World): Promise<{ months: Stored[]; customer: Customer; service: SimulatedService }> {
  const service = new SimulatedService({
    RENDER_POOLS: "1",
    INDEXNOW_URL: "https://indexnow.example/in",
    OPENAI_API_KEY: "sk-openai-key",
    PERPLEXITY_API_KEY: "pplx-key",
    ALLOW_PRIVATE_HOSTS: "false",
    EMAIL_PRINT: "true",
    API_HOSTS: "api.example",
  });
  const customer = new Customer(long, service);
  const [quarterHourly, daily] = [CRONS["*/15 * * * *"]!, CRONS["10 0 * * *"]!];
  long.faults = FAULTS;
  const months: Stored[] = [];
  for (let month = 0; month < Number(values.months); month++) {
    for (let day = 0; day < DAYS; day++) {
      const no = month * DAYS + day;
      customer.day(no);
      const startsAt = STARTS_AT + no * DAY_MS;
      long.later(600_000, null, () => service.tick(daily));
      for (let at = 0; at < DAY_MS; at += TICK_MS) long.later(at, null, () => service.tick(quarterHourly));
      await long.until(startsAt + DAY_MS, () => undefined);
    }
    const stored = measure(long, service);
    months.push(stored);
    const bytes = [...stored.values()].reduce((sum, size) => sum + size.bytes, 0);
    const dead = [...service.queues.values()].reduce((sum, queue) => sum + queue.dead.length, 0);
    say(
      `month ${month + 1}: ${bytes.toLocaleString("en")} bytes, ${long.steps} steps, ${dead} dead letters, ${JSON.stringify(customer.done)}`,
    );
  }
  return { months, customer, service };
}

installGlobals();
// Answers of the site that are not rendered, such as errors, go through one.
Object.assign(globalThis, { IdentityTransformStream: TransformStream });
process.on("unhandledRejection", (error) => isSimulating() && world().note(`unhandled ${String(error)}`));
await prepare();
const long = new LongWorld(Number(values.seed), STARTS_AT, false);
const { months, customer, service } = await withEmptyDatabase(() => long.simulate(() => simulate(long)));
const growth = growthOf(months);
say(
  "\n| Store | Rows | Bytes after 12 months | at the end | Last six months / six before | |\n| --- | --: | --: | --: | --: | --- |",
);
for (const { name, rows, bytes, ratio, grows, kept } of growth.filter((each) => each.bytes > 0))
  say(
    `| ${name} | ${rows.toLocaleString("en")} | ${(months[11]?.get(name)?.bytes ?? 0).toLocaleString("en")} | ${bytes.toLocaleString("en")} | ${ratio?.toFixed(2) ?? ""} | ${grows ? "GROWS" : (kept ?? "")} |`,
  );
if (values.out)
  writeFileSync(values.out, JSON.stringify({ months: months.map((month) => Object.fromEntries(month)), growth }));
const idle = Object.entries(customer.done).filter(([what, n]) => n === 0 && what !== "failed");
for (const [what] of idle) say(`WRONG nothing was ${what}`);
const dead = [...service.queues.values()].flatMap((queue) =>
  queue.dead.map((body) => `${queue.name}: ${JSON.stringify(body)}`),
);
for (const each of dead.slice(0, 20)) say(`WRONG a dead letter: ${each}`);
for (const { name } of growth.filter(({ grows }) => grows)) say(`WRONG ${name} grows`);
process.exit(idle.length + dead.length + growth.filter(({ grows }) => grows).length === 0 ? 0 : 1);
