import { visibleText } from "../../lib/text/strangers-text";
import { ProviderError } from "../core/provider-error";
import type { ProviderAnswer } from "./types";

/** What readers don't see in addition to hidden characters: white space, empty markup. */
const BLANK = /[\s\u2800]|&nbsp;|<br\s*\/?>|[*_#>`~-]/giu;
const isBlank = (text: string) => visibleText(text).replaceAll(BLANK, "") === "";
/** Longest text that may be nothing but an error message or an announcement. */
const MAX_ERROR = 4_000;
const MAX_PREAMBLE = 300;

/** How assistants announce an answer, in several languages. */
const ANNOUNCES =
  /^(?:sure|certainly|of course|okay|ok|great question|good question|let me|let's|i'll|i will|i'm|i am|i can|searching|here (?:is|are)|here's|happy to|gerne|naturlich|klar|hier (?:ist|sind)|ich (?:suche|werde|schaue|habe)|bien sur|voici|je (?:vais|cherche)|claro|por supuesto|aqui|voy a|certo|ecco|cerco|natuurlijk|hier zijn|ik zal|oczywiscie|oto|jasne|конечно|вот|сейчас|当然|好的|以下|我来|我将|もちろん|以下|はい|물론|다음)(?![\p{L}])/iu;

/** Whether a text only announces an answer: nothing but remarks, or one sentence that has not ended. */
function isPreamble(text: string): boolean {
  const plain = text
    .normalize("NFD")
    .replaceAll(/[\p{M}*_#]/gu, "")
    .replaceAll("’", "'")
    .trim();
  if (plain.length > MAX_PREAMBLE || /\n\s*(?:[-*•|]|\d+[.)])/.test(plain)) return false;
  const sentences = plain.split(/(?<=[.!?。！？])\s*(?=\S)/u);
  const last = sentences.at(-1)!;
  const open = !/[.!?。！？]["')]*$/u.test(last);
  return sentences.every((each, i) => ANNOUNCES.test(each) || (open && i === sentences.length - 1));
}

/** Whether a text is the error page or error object of a server that answered 200. */
function isError(text: string): boolean {
  const start = text.trimStart().slice(0, MAX_ERROR);
  if (/^<(?:!doctype html|html|head)[\s>]/i.test(start)) return true;
  if (!start.startsWith("{") || text.length > MAX_ERROR) return false;
  try {
    return "error" in (JSON.parse(text) as object);
  } catch {
    return false;
  }
}

/**
 * Checks that an answer says anything. An empty answer must not count as one that does not name the brand.
 * @throws ProviderError `empty`, `server_error`.
 */
export function requireAnswer(answer: ProviderAnswer): ProviderAnswer {
  const { text, stop } = answer;
  if (isBlank(text.slice(0, MAX_ERROR)) && isBlank(text)) {
    throw new ProviderError("empty", "The provider answered without any text.");
  }
  if (isError(text))
    throw new ProviderError("server_error", "The provider sent an error message instead of an answer.");
  if (stop === "truncated" && isPreamble(text)) {
    throw new ProviderError("empty", "The provider's answer was cut off before it began.");
  }
  return answer;
}

/** The status that an error object in a 2xx body stands for; null if the body is not one. */
export function hiddenErrorStatus(body: unknown): number | null {
  if (typeof body !== "object" || body === null) return null;
  const { error, status } = body as { error?: unknown; status?: unknown };
  // The Responses API reports failures by its status.
  if (!error || typeof status === "string") return null;
  const code = typeof error === "object" ? (error as { code?: unknown }).code : undefined;
  return typeof code === "number" && code >= 400 && code < 600 ? code : 502;
}
