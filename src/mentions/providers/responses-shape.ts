import * as z from "zod";
import type { Citation } from "../core/analysis/types";
import { ProviderError } from "../core/provider-error";
import { requireText } from "./failure";
import { MAX_CITATIONS, MAX_ANSWER_TEXT } from "./bounded-answer";
import type { ProviderAnswer } from "./types";

const Annotation = z.looseObject({
  type: z.string().optional(),
  url: z.string().optional(),
  title: z.string().nullish(),
  start_index: z.number().optional(),
  end_index: z.number().optional(),
});

const Part = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  refusal: z.string().optional(),
  annotations: z.array(Annotation).nullish(),
});

const Item = z.looseObject({
  type: z.string(),
  /** Some models mark remarks made before the answer. */
  phase: z.string().nullish(),
  content: z.array(Part).nullish(),
  results: z.array(z.looseObject({})).nullish(),
});

/**
 * The response body that OpenAI's Responses API and Perplexity's Agent API share. Unknown items and parts are allowed.
 */
export const ResponsesBody = z.looseObject({
  id: z.string().nullish(),
  model: z.string().nullish(),
  status: z.string(),
  error: z.looseObject({ code: z.union([z.string(), z.number()]).nullish(), message: z.string().nullish() }).nullish(),
  incomplete_details: z.looseObject({ reason: z.string().nullish() }).nullish(),
  output: z.array(Item).nullish(),
  usage: z.looseObject({ input_tokens: z.number().nullish(), output_tokens: z.number().nullish() }).nullish(),
});
export type ResponsesBody = z.infer<typeof ResponsesBody>;
export type TextPart = z.infer<typeof Part>;

/**
 * Success depends on `status`, not on HTTP 200. @throws ProviderError unless there is an answer, possibly truncated.
 */
function requireFinished(body: ResponsesBody): "complete" | "truncated" {
  if (body.status === "completed") return "complete";
  const reason = body.incomplete_details?.reason ?? "";
  if (body.status === "incomplete") {
    if (reason === "content_filter")
      throw new ProviderError("refused", "The provider's content filter stopped the answer.");
    return "truncated";
  }
  const code = String(body.error?.code ?? "");
  const text = `status ${body.status.slice(0, 40)}: ${(body.error?.message ?? code) || "no reason given"}`;
  if (/rate_limit/.test(code)) throw new ProviderError("rate_limited", text);
  if (body.status === "failed" || body.status === "cancelled") throw new ProviderError("server_error", text);
  throw new ProviderError("malformed", text);
}

/**
 * The text parts of the answer itself. Remarks don't count, nor does what a cut-off answer says before its last search.
 * @throws ProviderError `refused` if the model declined.
 */
function answerParts(body: ResponsesBody, searchItem: string): TextPart[] {
  const output = body.output ?? [];
  const after = body.status === "incomplete" ? output.findLastIndex((item) => item.type === searchItem) : -1;
  const messages = output.slice(after + 1).filter((item) => item.type === "message" && item.phase !== "commentary");
  const final = messages.filter((item) => item.phase === "final_answer");
  const parts = (final.length > 0 ? final : messages).flatMap((item) => item.content ?? []);
  const texts = parts.filter((part) => part.type === "output_text" && part.text);
  const refusal = parts.find((part) => part.type === "refusal");
  if (texts.length === 0 && refusal) {
    throw new ProviderError("refused", "a refusal in place of a text");
  }
  return texts;
}

/** As much of a part as is kept: its citations' places are looked up one by one. */
function bounded(part: TextPart): TextPart {
  return {
    ...part,
    text: part.text?.slice(0, MAX_ANSWER_TEXT),
    annotations: part.annotations?.slice(0, MAX_CITATIONS),
  };
}

/**
 * Reads a finished answer. `searchItem` is the type of the output item that each search creates. `citationsOf` reads
 * the citations of one part, which begins at `offset` in the whole text.
 * @throws ProviderError if there is no usable answer.
 */
export function readAnswer(
  body: ResponsesBody,
  searchItem: string,
  citationsOf: (part: TextPart, offset: number) => Citation[],
): ProviderAnswer {
  const stop = requireFinished(body);
  let text = "";
  const citations: Citation[] = [];
  for (const part of answerParts(body, searchItem)) {
    if (text !== "") text += "\n\n";
    if (citations.length < MAX_CITATIONS) citations.push(...citationsOf(bounded(part), text.length));
    text += part.text;
  }
  const searches = (body.output ?? []).filter((item) => item.type === searchItem).length;
  return {
    text: requireText(text),
    citations,
    model: body.model ?? "",
    requestId: body.id ?? null,
    stop,
    searched: searches > 0,
    usage: {
      inputTokens: body.usage?.input_tokens ?? null,
      outputTokens: body.usage?.output_tokens ?? null,
      searches,
    },
  };
}
