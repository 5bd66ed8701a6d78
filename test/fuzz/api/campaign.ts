import type { ApiDocument } from "../../support/valid-response.ts";
import { Draw } from "../draw.ts";
import { operationsOf, type Operation } from "./document.ts";
import { Conversation, type Exchange } from "./exchange.ts";
import { codeOf, Judge, type Fault } from "./judge.ts";
import { Lane, type Step } from "./lane.ts";
import { patientWorld, RunEnded, waitForService } from "./patience.ts";
import type { FuzzRequest } from "./requests.ts";
import type { Reproduction } from "./shrink.ts";
import { differences, type StateReader } from "./state-digest.ts";
import { pause, Turns } from "./turns.ts";
import type { World } from "./world.ts";

export interface CampaignOptions {
  base: string;
  document: ApiDocument;
  requests: number;
  seed: number;
  /** No further requests are sent after so many minutes. */
  minutes?: number;
  /** Only operations with this text in their path. */
  area?: string;
  /** Leaves out operations with such a path. */
  without?: RegExp;
  /** Reads the database, to see that refused requests change nothing. */
  state?: StateReader;
  onFault: (found: Reproduction) => void;
  /** An answer, or a world, was lost. */
  onLost?: (what: string) => void;
  /** An answer took long. */
  onSlow?: (what: string) => void;
  onProgress?: (sent: number) => void;
}

export interface CampaignResult {
  sent: number;
  /** Answers by operation and status. */
  statuses: Map<string, Map<number, number>>;
  /** Documented codes that some answer had, as `operation code`. */
  codes: Set<string>;
  unsent: number;
  /** Answers that did not arrive at first. */
  lost: number;
  mutated: number;
  /** Ids of earlier answers that requests named. */
  stateful: number;
  /** Refused requests whose effect on the database was looked at. */
  compared: number;
  worlds: number;
  /** Why it ended before its time. */
  ended: string | null;
}

/** Sequences that share nothing, side by side. */
const LANES = 4;
const STEPS_PER_WORLD = 1_500;
/** After an account or a session has gone. */
const STEPS_AFTER_END = 40;
const COMPARED_SHARE = 0.03;
const SLOW_MS = 15_000;

export async function runCampaign(options: CampaignOptions): Promise<CampaignResult> {
  const { area = "", without } = options;
  const operations = operationsOf(options.document).filter(
    ({ pattern }) => pattern.includes(area) && without?.test(pattern) !== true,
  );
  if (operations.length === 0) throw new Error(`no operation has "${area}" in its path`);
  const campaign = new Campaign(options, operations);
  const lanes = Math.min(LANES, Math.ceil(options.requests / 200));
  await Promise.all(Array.from({ length: lanes }, (_, i) => campaign.runLane(options.seed * 1_000 + i)));
  return campaign.result;
}

/** What became of a request. Its fault is one that the answer alone does not show. */
interface Outcome {
  exchange: Exchange | null;
  fault: Fault | null;
}

class Campaign {
  readonly result: CampaignResult = {
    sent: 0,
    statuses: new Map(),
    codes: new Set(),
    unsent: 0,
    lost: 0,
    mutated: 0,
    stateful: 0,
    compared: 0,
    worlds: 0,
    ended: null,
  };
  readonly #options: CampaignOptions;
  readonly #operations: readonly Operation[];
  readonly #judge: Judge;
  readonly #turns = new Turns();
  readonly #endAt: number;

  constructor(options: CampaignOptions, operations: readonly Operation[]) {
    this.#options = options;
    this.#operations = operations;
    this.#judge = new Judge(options.document);
    this.#endAt = Date.now() + (options.minutes ?? 1_000) * 60_000;
  }

  #isOver = () => this.result.sent >= this.#options.requests || Date.now() > this.#endAt || this.result.ended !== null;

  #lose = (what: string): void => {
    this.result.lost++;
    this.#options.onLost?.(what);
  };

  /** Worlds, one after another. */
  async runLane(seed: number): Promise<void> {
    const draw = new Draw(seed);
    try {
      while (!this.#isOver()) {
        const world = await this.#turns.shared(() => patientWorld(this.#options.base, this.#lose));
        this.result.worlds++;
        try {
          await this.#runWorld(world, draw);
        } finally {
          await world.close();
        }
      }
    } catch (error) {
      if (!(error instanceof RunEnded)) throw error;
      this.result.ended ??= error.message;
    }
  }

  async #runWorld(world: World, draw: Draw): Promise<void> {
    const conversation = new Conversation(world);
    const lane = new Lane(new Draw(draw.below(2 ** 31)), this.#operations);
    const steps: Reproduction["steps"] = [];
    for (let rest = STEPS_PER_WORLD; rest > 0 && !this.#isOver(); rest--) {
      const step = lane.next();
      const { request, expected } = step;
      const number = steps.length;
      steps.push({ step: number, request });
      const { exchange, fault } = await this.#take(conversation, number, step, draw.chance(COMPARED_SHARE));
      if (exchange) {
        count(this.result, step, exchange);
        lane.learn(number, step, exchange.answer);
        if (this.result.sent % 1_000 === 0) this.#options.onProgress?.(this.result.sent);
      } else this.result.unsent++;
      const found = fault ?? (exchange && this.#judge.judge(exchange.sent, exchange.answer, world, expected));
      if (found) this.#options.onFault({ fault: found, expected, steps: [...steps] });
      if (lane.isWorn) rest = Math.min(rest, STEPS_AFTER_END);
    }
  }

  #take(conversation: Conversation, number: number, { request }: Step, isCompared: boolean): Promise<Outcome> {
    const { state } = this.#options;
    const say = () => this.#say(conversation, number, request);
    if (!state || !isCompared) return this.#turns.shared(say);
    return this.#turns.alone(async () => {
      const [before, lost] = [await settled(state), this.result.lost];
      const outcome = await say();
      // What was lost may have been done.
      if (!outcome.exchange || outcome.exchange.answer.status < 400 || this.result.lost > lost) return outcome;
      this.result.compared++;
      const found = differences(before, state.read());
      if (found.length === 0) return outcome;
      return { ...outcome, fault: { kind: "a refused request wrote", detail: found.join("\n") } };
    });
  }

  /** Sends a request again, once, if its answer was lost and the service is there. */
  async #say(conversation: Conversation, number: number, request: FuzzRequest): Promise<Outcome> {
    const startedAt = Date.now();
    try {
      const exchange = await conversation.say(number, request);
      const seconds = Math.round((Date.now() - startedAt) / 1_000);
      if (seconds * 1_000 > SLOW_MS)
        this.#options.onSlow?.(`${seconds} s: ${request.method} ${request.path.slice(0, 200)}`);
      return { exchange, fault: null };
    } catch (error) {
      this.#lose(`${request.method} ${request.path.slice(0, 200)}: ${String(error)}`);
      await waitForService(this.#options.base);
    }
    try {
      return { exchange: await conversation.say(number, request), fault: null };
    } catch (error) {
      return { exchange: null, fault: { kind: "no answer", detail: String(error) } };
    }
  }
}

/** The state once background work that writes to the compared tables has ended. */
async function settled(state: StateReader) {
  let before = state.read();
  for (let tries = 0; tries < 20; tries++) {
    await pause(15);
    const after = state.read();
    if (differences(before, after).length === 0) return after;
    before = after;
  }
  return before;
}

function count(result: CampaignResult, { operation, request, named }: Step, { answer }: Exchange): void {
  result.sent++;
  if (request.changes.length > 0) result.mutated++;
  if (named.length > 0) result.stateful++;
  const name = `${operation.method} ${operation.pattern}`;
  const statuses = result.statuses.get(name) ?? new Map<number, number>();
  statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
  result.statuses.set(name, statuses);
  const code = codeOf(answer.text);
  if (code !== "" && operation.codes.get(answer.status)?.includes(code)) result.codes.add(`${operation.id} ${code}`);
}
