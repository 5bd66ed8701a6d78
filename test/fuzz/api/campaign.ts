import type { ApiDocument } from "../../support/valid-response.ts";
import { Draw } from "../draw.ts";
import { operationsOf, type Operation } from "./document.ts";
import { Conversation, type Exchange } from "./exchange.ts";
import { codeOf, Judge, type Fault } from "./judge.ts";
import { Lane, type Step } from "./lane.ts";
import type { Reproduction } from "./shrink.ts";
import { differences, type StateReader } from "./state-digest.ts";
import { newWorld } from "./world.ts";

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
  onProgress?: (sent: number) => void;
}

export interface CampaignResult {
  sent: number;
  /** Answers by operation and status. */
  statuses: Map<string, Map<number, number>>;
  /** Documented codes that some answer had, as `operation code`. */
  codes: Set<string>;
  unsent: number;
  mutated: number;
  /** Ids of earlier answers that requests named. */
  stateful: number;
  /** Refused requests whose effect on the database was looked at. */
  compared: number;
  worlds: number;
}

/** Sequences that share nothing, side by side. */
const LANES = 4;
const STEPS_PER_WORLD = 1_500;
/** After an account or a session has gone. */
const STEPS_AFTER_END = 40;
const MOST_UNANSWERED = 10;
const COMPARED_SHARE = 0.03;

/** One request at a time, or all but one: who compares states has the service for itself. */
class Turns {
  #running = 0;
  #alone: Promise<void> | null = null;

  async shared<T>(work: () => Promise<T>): Promise<T> {
    while (this.#alone) await this.#alone;
    this.#running++;
    try {
      return await work();
    } finally {
      this.#running--;
    }
  }

  async alone<T>(work: () => Promise<T>): Promise<T> {
    while (this.#alone) await this.#alone;
    let done = () => {};
    this.#alone = new Promise((resolve) => (done = resolve));
    try {
      while (this.#running > 0) await pause(2);
      return await work();
    } finally {
      this.#alone = null;
      done();
    }
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

export async function runCampaign(options: CampaignOptions): Promise<CampaignResult> {
  const { area = "", without } = options;
  const operations = operationsOf(options.document).filter(
    ({ pattern }) => pattern.includes(area) && without?.test(pattern) !== true,
  );
  if (operations.length === 0) throw new Error(`no operation has "${area}" in its path`);
  const result: CampaignResult = {
    sent: 0,
    statuses: new Map(),
    codes: new Set(),
    unsent: 0,
    mutated: 0,
    stateful: 0,
    compared: 0,
    worlds: 0,
  };
  const judge = new Judge(options.document);
  const turns = new Turns();
  const lanes = Math.min(LANES, Math.ceil(options.requests / 200));
  const endAt = Date.now() + (options.minutes ?? 1_000) * 60_000;
  await Promise.all(
    Array.from({ length: lanes }, (_, i) =>
      runLane(options, operations, judge, turns, result, options.seed * 1_000 + i, endAt),
    ),
  );
  return result;
}

async function runLane(
  options: CampaignOptions,
  operations: readonly Operation[],
  judge: Judge,
  turns: Turns,
  result: CampaignResult,
  seed: number,
  endAt: number,
): Promise<void> {
  const draw = new Draw(seed);
  const isOver = () => result.sent >= options.requests || Date.now() > endAt;
  let unanswered = 0;
  while (!isOver()) {
    const world = await turns.shared(() => newWorld(options.base));
    result.worlds++;
    const conversation = new Conversation(world);
    const lane = new Lane(new Draw(draw.below(2 ** 31)), operations);
    const history: Reproduction["steps"] = [];
    for (let rest = STEPS_PER_WORLD; rest > 0 && !isOver(); rest--) {
      const step = lane.next();
      const number = history.length;
      history.push({ step: number, request: step.request });
      const isCompared = options.state !== undefined && draw.chance(COMPARED_SHARE);
      let changed: Fault | null = null;
      const say = () => conversation.say(number, step.request);
      let exchange: Exchange | null;
      try {
        exchange = await (isCompared
          ? turns.alone(async () => {
              const before = await settled(options.state!);
              const exchange = await say();
              if (exchange && exchange.answer.status >= 400) {
                result.compared++;
                const found = differences(before, options.state!.read());
                if (found.length > 0) changed = { kind: "a refused request wrote", detail: found.join("\n") };
              }
              return exchange;
            })
          : turns.shared(say));
      } catch (error) {
        exchange = null;
        changed = { kind: "no answer", detail: String(error) };
        if (++unanswered > MOST_UNANSWERED)
          throw new Error(`the service does not answer: ${String(error)}`, { cause: error });
      }
      if (exchange) {
        count(result, step, exchange);
        lane.learn(number, step, exchange.answer);
        unanswered = 0;
        if (result.sent % 1_000 === 0) options.onProgress?.(result.sent);
      } else result.unsent++;
      const fault = changed ?? (exchange && judge.judge(exchange.sent, exchange.answer, world, step.expected));
      if (fault) options.onFault({ fault, expected: step.expected, steps: [...history] });
      if (lane.isWorn) rest = Math.min(rest, STEPS_AFTER_END);
    }
    await world.close();
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
