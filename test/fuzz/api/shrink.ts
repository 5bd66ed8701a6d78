import { Conversation, type Exchange } from "./exchange.ts";
import type { Expectation, Fault, Judge } from "./judge.ts";
import { referencesIn, type FuzzRequest } from "./requests.ts";
import { newWorld } from "./world.ts";

/** A list of requests whose last one is answered wrongly, as `--replay` reads it. */
export interface Reproduction {
  fault: Fault;
  expected: Expectation;
  /** Requests by their number in the run, which references use. */
  steps: Array<{ step: number; request: FuzzRequest }>;
}

const MOST_TRIES = 40;

/** Sends the requests to a new world. Returns the fault of the last answer. */
export async function replay(
  base: string,
  judge: Judge,
  { steps, expected }: Omit<Reproduction, "fault">,
): Promise<Fault | null> {
  const world = await newWorld(base);
  try {
    const conversation = new Conversation(world);
    for (const [i, { step, request }] of steps.entries()) {
      const isLast = i === steps.length - 1;
      let exchange: Exchange | null = null;
      try {
        exchange = await conversation.say(step, request);
      } catch (error) {
        if (isLast) return { kind: "no answer", detail: String(error) };
      }
      if (isLast && exchange) return judge.judge(exchange.sent, exchange.answer, world, expected);
    }
    return null;
  } finally {
    await world.close();
  }
}

/** The steps that a request refers to, and those that these refer to. */
function needed(steps: Reproduction["steps"]): Reproduction["steps"] {
  const numbers = new Set<number>([steps.at(-1)!.step]);
  for (const { step, request } of steps.toReversed())
    if (numbers.has(step))
      for (const name of referencesIn(request)) if (/^\d/.test(name)) numbers.add(Number(name.split(".")[0]));
  return steps.filter(({ step }) => numbers.has(step));
}

/** Requests that say less: without a header, or with a shorter body. */
function* simpler(request: FuzzRequest): Generator<FuzzRequest> {
  for (const name of Object.keys(request.headers)) {
    const { [name]: _, ...headers } = request.headers;
    yield { ...request, headers };
  }
  const [path, query] = request.path.split(/\?(.*)/s);
  for (const part of query?.split("&") ?? []) {
    const rest = query!.split("&").filter((each) => each !== part);
    yield { ...request, path: rest.length > 0 ? `${path}?${rest.join("&")}` : path! };
  }
  let body: unknown;
  try {
    body = JSON.parse(request.body ?? "null");
  } catch {
    return;
  }
  if (body === null || typeof body !== "object" || Array.isArray(body)) return;
  for (const name of Object.keys(body)) {
    const { [name]: _, ...rest } = body as Record<string, unknown>;
    yield { ...request, body: JSON.stringify(rest) };
  }
}

/** The shortest list found that still has the fault; null if it does not come back in a new world. */
export async function shrink(base: string, judge: Judge, found: Reproduction): Promise<Reproduction | null> {
  let tries = 0;
  const holds = async (steps: Reproduction["steps"]) =>
    tries++ < MOST_TRIES && (await replay(base, judge, { ...found, steps }))?.kind === found.fault.kind;
  let steps = needed(found.steps);
  if (!(await holds(steps))) {
    steps = found.steps;
    for (const count of [20, 200, found.steps.length]) {
      const last = found.steps.slice(-count);
      if (!(await holds(last))) continue;
      steps = last;
      break;
    }
    if (steps === found.steps && !(await holds(steps))) return null;
  }
  for (let size = steps.length >> 1; size >= 1; size >>= 1)
    for (let at = 0; at < steps.length - 1;) {
      const fewer = [...steps.slice(0, at), ...steps.slice(Math.min(at + size, steps.length - 1))];
      if (await holds(fewer)) steps = fewer;
      else at += size;
    }
  for (let isShorter = true; isShorter;) {
    isShorter = false;
    const { step, request } = steps.at(-1)!;
    for (const shorter of simpler(request)) {
      const tried = [...steps.slice(0, -1), { step, request: shorter }];
      if (!(await holds(tried))) continue;
      steps = tried;
      isShorter = true;
      break;
    }
  }
  return { ...found, steps };
}
