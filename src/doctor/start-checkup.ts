import { version } from "../../package.json";
import journal from "../../migrations/meta/_journal.json";
import { rateLimitError } from "../accounts/throttle/limit-rate";
import { openDb } from "../db/client";
import { ceilingsOf, siteRequestsPerJobOf, type Bindings } from "../env";
import { SECOND_MS } from "../lib/time/time";
import type { Checkup, DoctorProbe } from "./core/checkup";
import { appliedMigrations } from "./doctor-repo";
import { OBJECT_STEPS } from "./object-schemas";
import { probeBrowser } from "./probe-browser";
import { probeCron } from "./probe-cron";
import { probeMail } from "./probe-mail";
import { OBJECT_BINDINGS, probeObject, RECORD_KEEPER } from "./probe-object";
import { probeProviders } from "./probe-providers";
import { probeQueues } from "./probe-queues";
import { probeResolver } from "./probe-resolver";
import { probeStores } from "./probe-stores";
import { tryProbe, WORKS } from "./try-probe";

export interface CheckupOptions {
  /** The address by which the caller reached the service, without a path. */
  base: string;
  mailTo: string | null;
  spend: boolean;
}

/** An invocation of the free plan may make this many requests to other servers. */
const FREE_SUBREQUESTS = 50;

/**
 * Tries every part of the service. Queues and alarms take longer: what waits for them is read with {@link readCheckup}. Nothing is
 * left if the checkup is ended, and ten minutes later in any case.
 * @throws ApiError `rate_limited` while another checkup is under way.
 */
export async function startCheckup(env: Bindings, options: CheckupOptions, now: number): Promise<Checkup> {
  const id = crypto.randomUUID();
  const keeper = await probeObject(env, RECORD_KEEPER, id);
  if (keeper.start !== null && "busyMs" in keeper.start)
    throw rateLimitError("Another checkup is under way", Math.ceil(keeper.start.busyMs / SECOND_MS));
  const { migrations, probe: schema } = await readMigrations(env);
  const probes = [...keeper.probes, schema, ...(keeper.start === null ? [] : await probeAll(env, options, id))];
  const siteRequestsPerJob = siteRequestsPerJobOf(env);
  return {
    id,
    at: now,
    release: { version, deployment: env.CF_VERSION_METADATA?.id || null },
    migrations,
    objectSchemas: Object.fromEntries(Object.entries(OBJECT_STEPS).map(([binding, steps]) => [binding, steps.length])),
    settings: {
      plan: siteRequestsPerJob < FREE_SUBREQUESTS ? "free" : "paid",
      siteRequestsPerJob,
      browserSecondsPerDay: ceilingsOf(env).browserSecondsPerDay,
    },
    probes,
  };
}

/** Everything that needs the record of the checkup, so that nothing is left behind. */
async function probeAll(env: Bindings, { base, mailTo, spend }: CheckupOptions, id: string): Promise<DoctorProbe[]> {
  const others = OBJECT_BINDINGS.filter((binding) => binding !== RECORD_KEEPER);
  const all = await Promise.all([
    probeQueues(env, id),
    probeStores(env, id),
    ...others.map(async (binding) => (await probeObject(env, binding, id)).probes),
    probeCron(env),
    probeBrowser(env, base),
    probeResolver(env),
    probeMail(env, mailTo),
    probeProviders(env, id, spend),
  ]);
  return all.flat();
}

/** The migrations that the database has, and those that this release brings. */
async function readMigrations(env: Bindings): Promise<{ migrations: Checkup["migrations"]; probe: DoctorProbe }> {
  const known = journal.entries.map(({ tag }) => `${tag}.sql`);
  let applied: string[] = [];
  const probe = await tryProbe(env, { part: "schema", name: "DB", binding: "DB" }, async () => {
    applied = await appliedMigrations(openDb(env.DB));
    const missing = known.filter((name) => !applied.includes(name));
    if (missing.length > 0) return { state: "fails", reason: "behind", detail: missing.join(", ") };
    const newer = applied.filter((name) => !known.includes(name));
    return newer.length > 0 ? { state: "works", reason: "ahead", detail: newer.join(", ") } : WORKS;
  });
  return { migrations: { applied, known }, probe };
}
