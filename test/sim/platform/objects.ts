import { presentProcess, world, type Process } from "../world";
import { StoredObject, storageOf } from "./object-storage";

type Method = (...args: unknown[]) => unknown;
type Instance = Record<string, Method> & { alarm?: () => Promise<void> };
type ObjectClass = new (ctx: DurableObjectState, env: never) => unknown;

/** One life of an object. */
interface Life {
  process: Process;
  instance: Instance;
  /** Resolves when the object may be called. */
  ready: Promise<unknown>;
}

/** What isolates of the previous release pass to an object of this one, where that differs. */
const OLDER_CALLS: Partial<Record<string, (args: unknown[]) => unknown[]>> = {
  // They work in another way, so the object must give them no job.
  "DOMAIN_AUDIT.claim": ([token, version]) => [token, (version as number) - 1],
  // They know no leases.
  "SNAPSHOT_INDEX.hit": (args) => args.slice(0, 4),
};

const reset = () => Object.assign(new Error("Durable Object reset"), { retryable: true, remote: false });

/** An object may wake this much too late. */
const LATE_ALARM_MS = 60_000;
/** The platform evicts an object that was idle for so long. */
const EVICTED_MS = 140_000;
const ALARM_RETRIES = 6;

/** One object: what it stores, and its present life if it has one. */
export class SimulatedObject {
  readonly stored: StoredObject;
  private life: Life | null = null;
  private lives = 0;
  private usedAt = 0;
  private alarmTimer: { cancel: () => void } | null = null;
  private isRinging = false;
  /** The next alarm's time came while the last one was still running. */
  private isDue = false;
  private calls = 0;
  private readonly seen = new Map<string, number>();
  /** Rings that the platform will repeat. */
  private retries = 0;
  /** Alarms that were lost. */
  lostAlarms = 0;

  constructor(
    readonly kind: string,
    readonly name: string,
    private readonly Class: ObjectClass,
    private readonly env: object,
  ) {
    this.stored = new StoredObject(kind);
    this.stored.onAlarm = (at) => this.schedule(at);
  }

  get label(): string {
    return `${this.kind}(${this.name})`;
  }

  get isAwake(): boolean {
    return this.life !== null;
  }

  /** Whether it is handling a call or its alarm, or will. */
  get isBusy(): boolean {
    return this.stored.alarmAt !== null || this.isRinging || this.retries > 0 || this.calls > 0;
  }

  /** Whether something was stored since `who` asked last. */
  hasChanged(who: string): boolean {
    const { version } = this.stored;
    if (this.seen.get(who) === version) return false;
    this.seen.set(who, version);
    return true;
  }

  /** Reads what is stored, from outside. An object that was never used has no tables. */
  read<T>(text: string, ...values: unknown[]): T[] {
    return this.stored.isEmpty ? [] : (this.stored.exec(text, values).rows as T[]);
  }

  /** Drops what is in memory. What is stored stays. */
  evict(): void {
    if (this.life) world().kill(this.life.process);
  }

  /** Calls a method, in the object's process. */
  async call(method: string, args: unknown[]): Promise<unknown> {
    this.calls++;
    try {
      return await this.answer(method, args);
    } finally {
      this.calls--;
    }
  }

  private async answer(method: string, args: unknown[]): Promise<unknown> {
    const { process, instance, ready } = this.wake();
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const onDeath = () => void world().later(1, null, () => reject(reset()));
    process.onDeath.push(onDeath);
    const leave = (settle: () => void) => {
      const place = process.onDeath.indexOf(onDeath);
      if (place >= 0) process.onDeath.splice(place, 1);
      settle();
    };
    const begin = () => {
      if (!process.alive) return;
      const work = async () => instance[method]!(...args);
      const answered = world().enter(process, work);
      answered.then(
        // The answer waits until what was written before is stored.
        (value) => world().send(process, () => leave(() => resolve(copyOf(value)))),
        (error: unknown) => world().send(process, () => leave(() => reject(error))),
      );
    };
    // It may die before it is ready.
    await Promise.race([ready, promise]);
    // Nothing reaches an object whose storage is busy.
    world().later(0, process, begin);
    return promise;
  }

  private wake(): Life {
    const idleMs = world().now - this.usedAt;
    this.usedAt = world().now;
    if (this.life && this.calls === 1 && idleMs > EVICTED_MS) this.evict();
    if (this.life) return this.life;
    const process = world().newProcess(`${this.label}#${++this.lives}`, (stores) => this.stored.end(stores));
    let ready: Promise<unknown> = Promise.resolve();
    const ctx = {
      id: { name: this.name, toString: () => this.name },
      storage: storageOf(this.stored, process),
      blockConcurrencyWhile: (work: () => Promise<unknown>) => (ready = work()),
      waitUntil: (work: Promise<unknown>) => void work.catch(() => undefined),
    };
    const life = { process, ready, instance: null as never as Instance };
    // Before the constructor runs, because it may fail.
    process.onDeath.push(() => {
      this.stored.end(false);
      if (this.life === life) this.life = null;
    });
    this.life = life;
    try {
      life.instance = world().enter(process, () => new this.Class(ctx as never, this.env as never)) as Instance;
    } catch (error) {
      world().kill(process);
      throw error;
    }
    life.ready = ready;
    ready.catch(() => world().kill(process));
    return life;
  }

  private schedule(at: number | null): void {
    this.alarmTimer?.cancel();
    this.alarmTimer = null;
    // The alarm whose time came is replaced.
    this.isDue = false;
    if (at === null) return;
    const { faults, now } = world();
    // By the clock on which it was set. The life that it wakes may have another.
    const delayMs = Math.max(0, at - now - (this.life?.process.skewMs ?? 0));
    const late = world().chance(faults.late) ? world().int(1_000, LATE_ALARM_MS) : world().int(0, 20);
    this.alarmTimer = world().later(delayMs + late, null, () => this.ring(0));
  }

  /** The alarm's time has come. */
  private ring(retries: number): void {
    this.alarmTimer?.cancel();
    this.alarmTimer = null;
    if (this.isRinging) {
      this.isDue = true;
      return;
    }
    this.stored.end(true);
    this.stored.alarmAt = null;
    const { faults } = world();
    if (world().chance(faults.lostAlarm)) {
      this.lostAlarms++;
      return world().note(`${this.label} loses its alarm`);
    }
    const isTwice = world().chance(faults.twice);
    world().note(`${this.label} alarm`);
    this.isRinging = true;
    this.call("alarm", []).then(
      () => this.rang(isTwice ? () => this.again(retries, 10) : () => undefined),
      () => this.rang(() => retries < ALARM_RETRIES && this.again(retries + 1, 2_000 * 2 ** retries)),
    );
  }

  /** A new alarm whose time came meanwhile rings now; `otherwise`: what happens if there is none. */
  private rang(otherwise: () => void): void {
    this.isRinging = false;
    if (!this.isDue) return otherwise();
    this.isDue = false;
    if (this.stored.alarmAt !== null) this.ring(0);
  }

  /** Rings again, unless a new alarm is set. */
  private again(retries: number, delayMs: number): void {
    this.retries++;
    world().later(delayMs, null, () => {
      this.retries--;
      if (this.stored.alarmAt === null) this.ring(retries);
    });
  }
}

/** Callers get copies, except of streams. */
function copyOf(value: unknown): unknown {
  return value === undefined || value === null || typeof value !== "object" || value instanceof ReadableStream
    ? value
    : structuredClone(value);
}

/** All objects of one class. */
export class SimulatedNamespace {
  readonly objects = new Map<string, SimulatedObject>();

  constructor(
    readonly kind: string,
    private readonly Class: ObjectClass,
    private readonly env: () => object,
  ) {}

  find(name: string): SimulatedObject {
    let object = this.objects.get(name);
    if (!object) this.objects.set(name, (object = new SimulatedObject(this.kind, name, this.Class, this.env())));
    return object;
  }

  /** The binding's method. */
  getByName(name: string): unknown {
    return new Proxy(
      {},
      {
        get: (_, method) => {
          if (typeof method !== "string" || method === "then") return undefined;
          return (...args: unknown[]) => {
            const older = presentProcess()?.isOlder ? OLDER_CALLS[`${this.kind}.${method}`] : undefined;
            const copies = (older?.(args) ?? args).map(copyOf);
            const what = `${this.kind}(${name}).${method}`;
            return world().call(what, () => this.find(name).call(method, copies), reset);
          };
        },
      },
    );
  }
}
