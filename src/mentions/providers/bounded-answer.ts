import { jsonBytes } from "../../lib/text/json";
import type { Citation } from "../core/analysis/types";
import type { ProviderAnswer } from "./types";

/**
 * The most of an answer that is kept, in UTF-16 units. Requests limit an answer to 8,192 tokens, about a third of
 * this, and a row of D1 holds 2 MB.
 */
export const MAX_ANSWER_TEXT = 100_000;
export const MAX_CITATIONS = 200;
const MAX_CITATIONS_BYTES = 500_000;
const MAX_URL = 2_048;
const MAX_TITLE = 300;
const MAX_NAME = 200;

/** A text of at most `most` UTF-16 units that ends with a whole character. */
function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  return text.slice(0, text.codePointAt(most - 1)! > 0xffff ? most - 1 : most);
}

function boundedCitations(citations: readonly Citation[], textLength: number): Citation[] {
  let room = MAX_CITATIONS_BYTES;
  const kept: Citation[] = [];
  for (const { url, title, start, end } of citations.slice(0, MAX_CITATIONS)) {
    if (url.length > MAX_URL) continue;
    const one: Citation = { url };
    if (title !== undefined) one.title = cutText(title, MAX_TITLE);
    if (start !== undefined && end !== undefined && end <= textLength) Object.assign(one, { start, end });
    room -= jsonBytes(one);
    if (room < 0) break;
    kept.push(one);
  }
  return kept;
}

/**
 * The part of an answer that is kept. A longer text counts as truncated; longer URLs and further citations are left
 * out.
 */
export function boundedAnswer(answer: ProviderAnswer): ProviderAnswer {
  const text = cutText(answer.text, MAX_ANSWER_TEXT);
  return {
    ...answer,
    text,
    citations: boundedCitations(answer.citations, text.length),
    model: cutText(answer.model, MAX_NAME),
    requestId: answer.requestId && cutText(answer.requestId, MAX_NAME),
    stop: text.length < answer.text.length ? "truncated" : answer.stop,
  };
}
