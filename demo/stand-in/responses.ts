import { SURPRISE, type WireError, type WireOptions } from "./wire.ts";

const statusOf = {
  complete: "completed",
  truncated: "incomplete",
  refused: "completed",
  empty: "completed",
  failed: "failed",
  paused: "incomplete",
};

/** The body that OpenAI's Responses API and Perplexity's Agent API share. */
export function responses(options: WireOptions, items: object[], content: object): object {
  const { ending, model, unknownItem } = options;
  return {
    id: `resp_${crypto.randomUUID().replaceAll("-", "")}`,
    object: "response",
    created_at: Math.floor(Date.now() / 1000),
    status: statusOf[ending],
    error: ending === "failed" ? { code: "server_error", message: "The model failed." } : null,
    incomplete_details: ending === "truncated" ? { reason: "max_output_tokens" } : null,
    model,
    output: [
      ...items,
      ...(unknownItem ? [SURPRISE] : []),
      ...(ending === "failed"
        ? []
        : [{ type: "message", id: "msg_1", role: "assistant", status: "completed", content: [content] }]),
    ],
    usage: { input_tokens: 30, output_tokens: 120, total_tokens: 150 },
  };
}

/** The error body that both share. */
export const responsesError = ({ code, message }: WireError): object => ({
  error: { message, type: code, param: null, code },
});
