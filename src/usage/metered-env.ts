import type { Bindings } from "../env";
import { log } from "../lib/text/log";
import { Draw } from "./draw";
import { Meter } from "./meter";
import { meterD1, meterKv, meterObjects, meterQueue, meterR2 } from "./metered-bindings";
import type { Units } from "./units";
import { addUsage } from "./usage-repo";

/** How each binding is counted, besides queues. */
const WRAPPERS = {
  DB: meterD1,
  KV: meterKv,
  SNAPSHOTS: meterR2,
  ARCHIVE: meterR2,
  DOMAIN_ANSWERS: meterObjects,
  DOMAIN_AUDIT: meterObjects,
  DOMAIN_VISITS: meterObjects,
  SNAPSHOT_INDEX: meterObjects,
  RENDER_POOL: meterObjects,
  RATE_LIMITER: meterObjects,
  LINK_HOST: meterObjects,
  DEPLOY_LEDGER: meterObjects,
  WEBHOOK_ENDPOINT: meterObjects,
} satisfies Record<Exclude<keyof Env, "BROWSER" | "ASSETS" | "CF_VERSION_METADATA" | `${string}_QUEUE`>, unknown>;

type Wrap = (binding: unknown, meter: Meter) => unknown;

function wrapperOf(name: string): Wrap | undefined {
  return name.endsWith("_QUEUE")
    ? (meterQueue as Wrap)
    : ((WRAPPERS as Record<string, unknown>)[name] as Wrap | undefined);
}

const RAW = Symbol("raw");
const METER = Symbol("meter");

/** Bindings that count what their user uses. */
export type MeteredEnv = Bindings & { [RAW]: Bindings; [METER]: Meter };

/** How this isolate writes usage down. Tests replace `random`; index.ts sets `waitUntil`, which Node does not have. */
export const writing = {
  draw: new Draw(),
  random: () => Math.random(),
  waitUntil: (work: Promise<unknown>): void => void work,
};

/**
 * Counts what is used through these bindings as `subject`'s: the id of an account, a domain or a webhook, or "" for what
 * no account caused.
 */
export function meteredEnv(raw: Bindings, subject: string): MeteredEnv {
  const { shape, bySubject } = formsOf(raw);
  const known = bySubject.get(subject);
  if (known) return known;
  if (bySubject.size === MOST_SUBJECTS) bySubject.clear();
  const meter = new Meter((units) => writeDown(raw, subject, units, Date.now()));
  const env = Object.create(shape, { [METER]: { value: meter } }) as MeteredEnv;
  bySubject.set(subject, env);
  return env;
}

/** The same bindings, for work that this account or domain causes. */
export function usedBy<E extends Partial<Bindings>>(env: E, subject: string): E {
  const raw = (env as Partial<MeteredEnv>)[RAW];
  return raw === undefined ? env : (meteredEnv(raw, subject) as unknown as E);
}

export const meterOf = (env: MeteredEnv): Meter => env[METER];

/** Requests to the Worker that are not counted yet. */
const uncounted = new WeakSet<Request>();

/** A request has arrived. Who caused it is known later. */
export function expectRequest(request: Request): void {
  uncounted.add(request);
}

/** Counts a request that arrived as that of whom `env` counts for; once, and for the first who says so. */
export function countRequest(env: Bindings, request: Request): void {
  if (uncounted.delete(request)) (env as Partial<MeteredEnv>)[METER]?.add("requests", 1);
}

/** Counts a request that `expectRequest` was not told of, of the kind that comes most often. */
export function countHit(env: MeteredEnv): void {
  env[METER].addOften("requests", writing.random());
}

/** Subjects whose bindings an isolate remembers. */
const MOST_SUBJECTS = 1_000;

/** The metered forms of an isolate's bindings. */
interface Forms {
  /** What they share. */
  shape: object;
  bySubject: Map<string, MeteredEnv>;
}
const forms = new WeakMap<Bindings, Forms>();

function formsOf(raw: Bindings): Forms {
  const known = forms.get(raw);
  if (known) return known;
  const made = { shape: shapeOf(raw), bySubject: new Map<string, MeteredEnv>() };
  forms.set(raw, made);
  return made;
}

/** A binding is wrapped on first use. */
function shapeOf(raw: Bindings): object {
  const shape = Object.create(raw, { [RAW]: { value: raw } }) as object;
  for (const [name, binding] of Object.entries(raw)) {
    const wrap = wrapperOf(name);
    if (!wrap) continue;
    Object.defineProperty(shape, name, {
      get(this: MeteredEnv) {
        const value = wrap(binding, this[METER]);
        Object.defineProperty(this, name, { value });
        return value;
      },
    });
  }
  return shape;
}

/** Counts time of browsers. */
export function countBrowser(env: Bindings, ms: number): void {
  (env as Partial<MeteredEnv>)[METER]?.add("browserMs", ms);
}

function writeDown(raw: Bindings, subject: string, units: Units, now: number): void {
  const drawn = writing.draw.take(units, writing.random(), now);
  if (drawn === null) return;
  const written = addUsage(raw.DB, subject, drawn, now).catch((error: unknown) =>
    log("warn", "usage_not_written", { error: String(error) }),
  );
  writing.waitUntil(written);
}
