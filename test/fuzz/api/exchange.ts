import { leavesMachine, parsed, resolved, send, type FuzzAnswer, type FuzzRequest } from "./requests.ts";
import type { World } from "./world.ts";

/** What was sent, and what came back. */
export interface Exchange {
  /** With its references replaced. */
  sent: FuzzRequest;
  answer: FuzzAnswer;
}

/** Sends requests of one world and remembers their answers, which later requests refer to. */
export class Conversation {
  readonly world: World;
  /** Bodies of the answers that later requests may need, by step. */
  readonly #bodies = new Map<string, unknown>();

  constructor(world: World) {
    this.world = world;
  }

  #resolve = (name: string): string => {
    const [step, ...path] = name.split(".");
    if (!/^\d+$/.test(step!)) return this.world.values.get(name) ?? "missing";
    let value = this.#bodies.get(step!);
    for (const key of path) value = (value as Record<string, unknown> | null | undefined)?.[key];
    return typeof value === "string" || typeof value === "number" ? String(value) : "missing";
  };

  /** Null: the request can't be sent, or would lead the service to another machine. */
  async say(step: number, request: FuzzRequest): Promise<Exchange | null> {
    const sent = resolved(request, this.#resolve);
    if (leavesMachine(sent)) return null;
    const answer = await sendAgain(this.world.base, sent);
    if (!answer) return null;
    if (answer.status < 300 && /^[{[]/.test(answer.text) && answer.text.length < 200_000)
      this.#bodies.set(String(step), parsed(answer.text));
    return { sent, answer };
  }
}

/** Once more if the connection broke: the service closes idle ones. A refused large body may break it as well. */
async function sendAgain(base: string, request: FuzzRequest): Promise<FuzzAnswer | null> {
  try {
    return await send(base, request);
  } catch {
    if ((request.body?.length ?? 0) > 500_000) return null;
    return send(base, request);
  }
}
