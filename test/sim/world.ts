import { createHash } from "node:crypto";
import { AsyncLocalStorage } from "node:async_hooks";
import { seeded } from "../support/seeded";

/** How likely each fault is, per occasion. */
export interface Faults {
  /** A call fails before it did anything, or after. */
  before: number;
  after: number;
  /** An object dies at the end of one of its turns: before its writes are stored, or after. */
  crash: number;
  /** An isolate dies between two awaits. */
  kill: number;
  /** A queue delivers a message twice, or holds it back for long; a consumer's batch is lost until its retry. */
  twice: number;
  late: number;
  /** An alarm is lost; twice and late as above. */
  lostAlarm: number;
}

export const NO_FAULTS: Faults = { before: 0, after: 0, crash: 0, kill: 0, twice: 0, late: 0, lostAlarm: 0 };

/** Where code runs: an isolate of the Worker, one life of an object, or the outside world. */
export class Process {
  alive = true;
  /** Operations of an object's storage during which nothing else reaches it. */
  gates = 0;
  /** What waits for the gates. */
  readonly held: Array<() => void> = [];
  /** What leaves with the end of the turn. */
  outbox: Array<() => void> = [];
  /** Called once when the process dies. */
  readonly onDeath: Array<() => void> = [];

  constructor(
    readonly name: string,
    /** How far its clock is ahead, ms. */
    readonly skewMs: number,
    /** It runs the previous release. */
    readonly isOlder: boolean,
    /** Stores what the turn wrote, or not. Null: it has no storage. */
    readonly endTurn: ((stores: boolean) => void) | null = null,
  ) {}
}

interface Happening {
  at: number;
  seq: number;
  process: Process | null;
  run: () => void;
}

const running = new AsyncLocalStorage<Process>();
let present: World | null = null;
const setPresent = (next: World | null) => (present = next);

/** The world that is simulated now. */
export function world(): World {
  if (!present) throw new Error("nothing is simulated");
  return present;
}

export const isSimulating = (): boolean => present !== null;
/** The process whose code runs now. */
export const presentProcess = (): Process | undefined => running.getStore();

/** The real one: globals.ts replaces the global. */
const nextTurn = setImmediate;

/** A broken promise of the service. */
export class Broken extends Error {}

/**
 * One simulated world: a clock that stands still while code runs, a line of what happens next, and seeded chance. All
 * that code under test awaits comes from here, so the same seed gives the same history.
 */
export class World {
  now: number;
  faults: Faults = NO_FAULTS;
  /** What this world's processes may differ in. */
  skewMs = 0;
  olderShare = 0;
  readonly random: () => number;
  private readonly lines: string[] = [];
  steps = 0;
  private readonly heap: Happening[] = [];
  private seq = 0;
  private readonly touched = new Set<Process>();
  private failure: unknown = null;
  private hasLeft = false;

  constructor(
    readonly seed: number,
    readonly startedAt: number,
    private readonly prints: boolean,
  ) {
    this.now = startedAt;
    const mixed = createHash("sha256").update(`seed ${seed}`).digest();
    this.random = seeded(mixed.readInt32LE(0));
  }

  /** True with this probability. */
  chance(probability: number): boolean {
    return probability > 0 && this.random() < probability;
  }

  /** A whole number from `from` to `to`, both inclusive. */
  int(from: number, to: number): number {
    return from + Math.floor(this.random() * (to - from + 1));
  }

  pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.random() * items.length)]!;
  }

  /** Adds a line to the history. */
  note(line: string): void {
    const text = `${this.now} ${line}`;
    this.lines.push(text);
    if (this.prints) process.stdout.write(`${text}\n`);
  }

  /** The hash of the history. */
  hash(): string {
    return createHash("sha256").update(this.lines.join("\n")).digest("hex").slice(0, 16);
  }

  /** What a process that starts now is like. */
  newProcess(name: string, endTurn: ((stores: boolean) => void) | null = null): Process {
    const skewMs = this.skewMs === 0 ? 0 : this.int(-this.skewMs, this.skewMs);
    return new Process(name, skewMs, this.chance(this.olderShare), endTurn);
  }

  /** Has something happen `delayMs` from now, in a process unless it is dead by then. */
  later(delayMs: number, process: Process | null, run: () => void): { cancel: () => void } {
    const happening: Happening = { at: this.now + Math.max(0, delayMs), seq: this.seq++, process, run };
    push(this.heap, happening);
    return { cancel: () => (happening.run = () => undefined) };
  }

  /** Runs code in a process, at once. Its turn ends when all code has stopped to wait. */
  enter<T>(process: Process, work: () => T): T {
    this.touched.add(process);
    return running.run(process, work);
  }

  /** Sends what leaves a process: at the end of the turn if it has storage, as nothing leaves before its writes are stored. */
  send(process: Process | undefined, run: () => void): void {
    if (process?.endTurn) process.outbox.push(run);
    else run();
  }

  kill(process: Process): void {
    if (!process.alive) return;
    process.alive = false;
    process.outbox = [];
    this.note(`${process.name} dies`);
    for (const each of process.onDeath.splice(0)) each();
  }

  /** Fails the world: what the code under test must not catch. */
  fail(error: unknown): void {
    this.failure ??= error;
  }

  /** The same for a broken promise. */
  breaks(what: string): Broken {
    const broken = new Broken(what);
    this.fail(broken);
    return broken;
  }

  rethrow(): void {
    if (this.failure !== null) throw this.failure;
  }

  get isQuiet(): boolean {
    return this.heap.length === 0;
  }

  /** When the next thing happens. */
  get nextAt(): number {
    return this.heap[0]?.at ?? Infinity;
  }

  /** Lets the next thing happen, and all code that it wakes run until it waits. `check` looks at the result. */
  async step(check: () => void): Promise<void> {
    const next = pop(this.heap);
    if (!next) return;
    this.now = Math.max(this.now, next.at);
    const { process, run } = next;
    if (process && !process.alive) return;
    if (process && process.gates > 0) {
      process.held.push(() => void this.later(0, process, run));
      return;
    }
    this.steps++;
    if (process) this.enter(process, () => this.guarded(process, run));
    else run();
    await this.settle();
    check();
    this.rethrow();
  }

  /** Lets everything happen until a time. */
  async until(at: number, check: () => void): Promise<void> {
    while (this.nextAt <= at) await this.step(check);
    this.now = Math.max(this.now, at);
  }

  /** An error that a timer throws ends nothing but the timer. */
  private guarded(process: Process, run: () => void): void {
    try {
      run();
    } catch (error) {
      this.note(`${process.name} throws ${String(error)}`);
    }
  }

  /** Lets code run until all of it waits, and ends its turns. What leaves with a turn may wake more code. */
  async settle(): Promise<void> {
    do {
      await new Promise<void>((resolve) => void nextTurn(resolve));
      this.hasLeft = false;
      const touched = [...this.touched];
      this.touched.clear();
      for (const process of touched) this.endTurnOf(process);
    } while (this.hasLeft);
  }

  private endTurnOf(process: Process): void {
    if (!process.endTurn) {
      if (process.alive && this.chance(this.faults.kill)) this.kill(process);
      return;
    }
    if (!process.alive) return;
    const dies = this.chance(this.faults.crash);
    const stores = !dies || this.chance(0.5);
    process.endTurn(stores);
    if (dies) {
      this.note(`${process.name} crashes ${stores ? "after" : "before"} its writes are stored`);
      return this.kill(process);
    }
    if (process.outbox.length > 0) this.hasLeft = true;
    for (const each of process.outbox.splice(0)) each();
  }

  /** Closes an object's gate until its storage answers. */
  gated<T>(process: Process, value: T): Promise<T> {
    process.gates++;
    return new Promise((resolve) => {
      this.later(0, null, () => {
        if (!process.alive) return;
        process.gates--;
        if (process.gates === 0) for (const each of process.held.splice(0)) each();
        this.enter(process, () => resolve(value));
      });
    });
  }

  /**
   * A call that leaves the present process: it arrives after a while, and so does its answer. Either may be lost.
   * `perform` runs outside; `broken` makes the errors.
   */
  call<T>(what: string, perform: () => T | Promise<T>, broken: (when: "before" | "after") => Error): Promise<T> {
    const caller = presentProcess();
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const answer = (settle: () => void) => this.later(this.latency(), caller ?? null, settle);
    const arrive = () => {
      if (this.chance(this.faults.before)) {
        this.note(`${what} fails before`);
        answer(() => reject(broken("before")));
        return;
      }
      const isLost = this.chance(this.faults.after);
      if (isLost) this.note(`${what} fails after`);
      const leave = (settle: () => void) => answer(isLost ? () => reject(broken("after")) : settle);
      try {
        const result = perform();
        if (!(result instanceof Promise)) return leave(() => resolve(result));
        result.then(
          (value) => leave(() => resolve(value)),
          (error: unknown) => leave(() => reject(error)),
        );
      } catch (error) {
        leave(() => reject(error));
      }
    };
    this.send(caller, () => void this.later(this.latency(), null, arrive));
    return promise;
  }

  /** How long a message travels, ms: mostly short, and sometimes longer than others wait for it. */
  latency(): number {
    if (this.chance(this.faults.late / 20)) return this.int(5_000, 90_000);
    return this.chance(0.03) ? this.int(50, 3_000) : this.int(1, 12);
  }

  /** Makes this the simulated world while `work` runs. */
  async simulate<T>(work: () => Promise<T>): Promise<T> {
    setPresent(this);
    try {
      return await work();
    } finally {
      setPresent(null);
    }
  }
}

const isBefore = (a: Happening, b: Happening) => a.at < b.at || (a.at === b.at && a.seq < b.seq);

function push(heap: Happening[], item: Happening): void {
  let place = heap.push(item) - 1;
  while (place > 0) {
    const parent = (place - 1) >> 1;
    if (!isBefore(item, heap[parent]!)) break;
    heap[place] = heap[parent]!;
    place = parent;
  }
  heap[place] = item;
}

function pop(heap: Happening[]): Happening | undefined {
  const [first] = heap;
  const last = heap.pop();
  if (heap.length === 0 || !last) return first;
  let place = 0;
  for (;;) {
    let child = 2 * place + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child++;
    if (!isBefore(heap[child]!, last)) break;
    heap[place] = heap[child]!;
    place = child;
  }
  heap[place] = last;
  return first;
}
