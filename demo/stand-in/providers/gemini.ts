import { searchesOf, SURPRISE, textOf, type WireError, type WireFormat, type WireOptions } from "../wire.ts";

/** Google counts segments in bytes, cites through redirects, and names the cited domain in the title. */
function write(options: WireOptions): object {
  const { answer, ending, model, searched, unknownItem } = options;
  const bytes = (text: string) => new TextEncoder().encode(text).length;
  const chunks: object[] = [];
  const supports: object[] = [];
  let at = 0;
  for (const { text, cites } of answer.parts) {
    const endIndex = at + bytes(text);
    if (cites.length > 0) {
      supports.push({
        segment: { startIndex: at, endIndex, text },
        groundingChunkIndices: cites.map((_, i) => chunks.length + i),
      });
    }
    for (const [i, { url }] of cites.entries()) {
      const id = `${chunks.length + i}-${Buffer.from(url).toString("base64url")}`;
      chunks.push({
        web: {
          uri: `https://vertexaisearch.cloud.google.com/grounding-api-redirect/${id}`,
          title: new URL(url).host.replace(/^www\./, ""),
        },
      });
    }
    at = endIndex;
  }
  const usageMetadata = { promptTokenCount: 30, candidatesTokenCount: 120, totalTokenCount: 150 };
  const common = { usageMetadata, modelVersion: model, responseId: crypto.randomUUID() };
  if (ending === "failed") return { ...common, promptFeedback: { blockReason: "OTHER" } };
  const grounding = {
    webSearchQueries: searchesOf(options),
    searchEntryPoint: { renderedContent: "<div></div>" },
    groundingChunks: chunks,
    groundingSupports: supports,
    ...(unknownItem && { hologramSupports: [SURPRISE] }),
  };
  const reasons = { complete: "STOP", truncated: "MAX_TOKENS", refused: "SAFETY", empty: "STOP", paused: "STOP" };
  const parts = ending === "refused" ? [] : [{ text: "Thinking…", thought: true }, { text: textOf(options) }];
  return {
    ...common,
    candidates: [
      {
        content: { role: "model", parts },
        finishReason: reasons[ending],
        index: 0,
        ...(searched && { groundingMetadata: grounding }),
      },
    ],
  };
}

function error({ status, code, message, retrySeconds }: WireError): object {
  const details: object[] = [];
  if (retrySeconds !== undefined)
    details.push({ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: `${retrySeconds}s` });
  if (code === "PER_DAY") {
    details.push({
      "@type": "type.googleapis.com/google.rpc.QuotaFailure",
      violations: [{ quotaId: "GenerateRequestsPerDayPerProjectPerModel" }],
    });
  }
  return { error: { code: status, message, status: code === "PER_DAY" ? "RESOURCE_EXHAUSTED" : code, details } };
}

export const gemini: WireFormat = {
  prefix: "/google/v1beta",
  write,
  question: (body) => body?.contents?.[0]?.parts?.[0]?.text,
  model: ({ path }) => /models\/([^:]+):/.exec(path)?.[1] ?? "",
  codes: {
    unauthorized: "UNAUTHENTICATED",
    spent: "PER_DAY",
    rate_limited: "RESOURCE_EXHAUSTED",
    overloaded: "UNAVAILABLE",
    server_error: "INTERNAL",
  },
  error,
  waitInBody: true,
};
