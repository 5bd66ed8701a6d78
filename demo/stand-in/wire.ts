import type { StandInAnswer } from "./answers.ts";

/** How an answer ended, independent of the provider. */
export type Ending = "complete" | "truncated" | "refused" | "empty" | "failed" | "paused";

export interface WireOptions {
  answer: StandInAnswer;
  model: string;
  ending: Ending;
  /** The model answered from memory. */
  searched: boolean;
  /** An item or block of an unknown kind. */
  unknownItem: boolean;
}

export const SURPRISE = { type: "hologram_call", id: "holo_1", frames: [] };
export const DECLINED = "I can't help with that.";

export function textOf({ answer, ending }: WireOptions): string {
  return ending === "empty" ? "" : answer.parts.map(({ text }) => text).join("");
}

/** What the model searched for before it answered. */
export const searchesOf = ({ answer }: WireOptions): readonly [string, ...string[]] => answer.searches ?? ["sample"];

/** Failures that each provider reports with its own code. */
export type FailureKind = "unauthorized" | "spent" | "rate_limited" | "overloaded" | "server_error";

export interface WireError {
  status: number;
  code: string;
  message: string;
  /** When to try again; absent: the provider gives no time. */
  retrySeconds?: number | undefined;
}

/** A provider's wire format. */
export interface WireFormat {
  /** The path of its API on the stand-in. */
  prefix: string;
  /** The body of an answer. */
  write: (options: WireOptions) => object;
  /** The question in a request's body. */
  question: (body: any) => unknown;
  /** The model that a request names; absent: the body's `model`. */
  model?: (request: { path: string; body: any }) => string;
  /** Its codes for failures. */
  codes: Record<FailureKind, string>;
  /** The status of an overload, if it is not 503. */
  overloadedStatus?: number;
  /** An error's body. */
  error: (error: WireError) => object;
  /** It states the wait in the body of an error, not in a header. */
  waitInBody?: true;
}
