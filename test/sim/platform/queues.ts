import { presentProcess, world } from "../world";

interface Waiting {
  id: string;
  body: unknown;
  attempts: number;
  sentAt: number;
}

export interface QueueRules {
  batch: number;
  /** Until a batch that is not full is delivered, ms. */
  waitMs: number;
  retries: number;
  retryDelayMs: number;
}

type Consume = (batch: MessageBatch) => Promise<void>;

const broken = () => new Error("Queue sendBatch failed: Internal Error");
/** A consumer that did not answer by then has died; its batch is delivered again. */
const VISIBILITY_MS = 60_000;
const LATE_MS = 15 * 60_000;

/** A queue and its consumer. Messages may come late, twice and in any order, and a batch may be lost until its retry. */
export class SimulatedQueue {
  private readonly due: Waiting[] = [];
  private isArmed = false;
  private sent = 0;
  /** Messages that used up their retries. */
  readonly dead: unknown[] = [];
  /** Bodies that the queue has taken. */
  readonly taken: unknown[] = [];
  /** The share of messages that are lost for good. */
  lost = 0;

  constructor(
    readonly name: string,
    private readonly rules: QueueRules,
    private readonly consume: Consume,
  ) {}

  send(body: unknown, { delaySeconds = 0 }: { delaySeconds?: number } = {}): Promise<void> {
    return this.sendBatch([{ body, delaySeconds }]);
  }

  async sendBatch(messages: Iterable<{ body: unknown; delaySeconds?: number }>): Promise<void> {
    const copies = structuredClone([...messages]);
    const take = () => {
      for (const { body, delaySeconds = 0 } of copies) this.take(body, delaySeconds * 1_000);
    };
    await world().call(`${this.name} takes ${copies.length}`, take, broken);
  }

  /** Messages that are waiting or under way. */
  get open(): number {
    return this.sent;
  }

  private take(body: unknown, delayMs: number): void {
    this.taken.push(body);
    const id = `${this.name}-${this.taken.length}`;
    const { faults } = world();
    if (world().chance(this.lost * (faults.late > 0 ? 1 : 0))) return world().note(`${id} is lost`);
    const copies = world().chance(faults.twice) ? 2 : 1;
    for (let copy = 0; copy < copies; copy++) {
      this.sent++;
      const late = world().chance(faults.late) ? world().int(1_000, LATE_MS) : world().int(0, 40);
      this.arrive({ id, body, attempts: 1, sentAt: world().now }, delayMs + late);
    }
  }

  private arrive(message: Waiting, delayMs: number): void {
    world().later(delayMs, null, () => {
      this.due.push(message);
      if (this.isArmed) return;
      this.isArmed = true;
      world().later(this.due.length >= this.rules.batch ? 0 : this.rules.waitMs, null, () => this.deliver());
    });
  }

  private deliver(): void {
    this.isArmed = false;
    const batch: Waiting[] = [];
    while (this.due.length > 0 && batch.length < this.rules.batch)
      batch.push(...this.due.splice(world().int(0, this.due.length - 1), 1));
    if (batch.length === 0) return;
    if (this.due.length > 0) {
      this.isArmed = true;
      world().later(1, null, () => this.deliver());
    }
    const process = world().newProcess(`${this.name}-consumer`);
    const verdicts = new Map<Waiting, { kind: "ack" } | { kind: "retry"; delayMs: number }>();
    const messages = batch.map((message) => ({
      id: message.id,
      timestamp: new Date(message.sentAt),
      body: structuredClone(message.body),
      attempts: message.attempts,
      ack: () => void (verdicts.has(message) || verdicts.set(message, { kind: "ack" })),
      retry: ({ delaySeconds = this.rules.retryDelayMs / 1_000 } = {}) =>
        void (verdicts.has(message) || verdicts.set(message, { kind: "retry", delayMs: delaySeconds * 1_000 })),
    }));
    let isOver = false;
    const end = (failed: boolean) => {
      if (isOver) return;
      isOver = true;
      for (const message of batch) {
        const verdict = verdicts.get(message);
        // What was acknowledged by an isolate that died comes again: the batch ends as one.
        if (failed ? verdict?.kind === "ack" && process.alive : verdict?.kind !== "retry") this.sent--;
        else this.again(message, verdict?.kind === "retry" ? verdict.delayMs : this.rules.retryDelayMs);
      }
    };
    const all = { queue: this.name, messages, ackAll: () => undefined, retryAll: () => undefined };
    process.onDeath.push(() => void world().later(VISIBILITY_MS, null, () => end(true)));
    world().note(`${this.name} delivers ${batch.map(({ id, attempts }) => `${id}/${attempts}`).join(" ")}`);
    world().later(world().latency(), process, () => {
      this.consume(all as unknown as MessageBatch).then(
        () => world().later(0, null, () => process.alive && end(false)),
        (error: unknown) => {
          world().note(`${presentProcess()?.name} throws ${String(error)}`);
          world().later(0, null, () => process.alive && end(true));
        },
      );
    });
  }

  private again(message: Waiting, delayMs: number): void {
    if (message.attempts <= this.rules.retries) this.arrive({ ...message, attempts: message.attempts + 1 }, delayMs);
    else {
      this.sent--;
      this.dead.push(message.body);
      world().note(`${message.id} is dead`);
    }
  }
}
