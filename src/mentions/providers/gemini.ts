import * as z from "zod";
import type { Citation } from "../core/analysis/types";
import { ProviderError } from "../core/provider-error";
import { citation } from "./citation";
import { countryCentre } from "./country-centres";
import { failureOf, kindOfStatus, readShape, requireText, retryAfterOf } from "./failure";
import { utf16FromBytes } from "./offsets";
import { JUDGE_TOKENS, type ProviderAdapter } from "./types";

const Grounding = z.looseObject({
  webSearchQueries: z.array(z.string()).nullish(),
  groundingChunks: z
    .array(
      z.looseObject({
        web: z.looseObject({ uri: z.string().nullish(), title: z.string().nullish() }).nullish(),
      }),
    )
    .nullish(),
  groundingSupports: z
    .array(
      z.looseObject({
        segment: z.looseObject({ startIndex: z.number().nullish(), endIndex: z.number().nullish() }).nullish(),
        groundingChunkIndices: z.array(z.number()).nullish(),
      }),
    )
    .nullish(),
});

const Body = z.looseObject({
  responseId: z.string().nullish(),
  modelVersion: z.string().nullish(),
  promptFeedback: z.looseObject({ blockReason: z.string().nullish() }).nullish(),
  candidates: z
    .array(
      z.looseObject({
        content: z
          .looseObject({
            parts: z.array(z.looseObject({ text: z.string().nullish(), thought: z.boolean().nullish() })).nullish(),
          })
          .nullish(),
        finishReason: z.string().nullish(),
        groundingMetadata: Grounding.nullish(),
      }),
    )
    .nullish(),
  usageMetadata: z
    .looseObject({ promptTokenCount: z.number().nullish(), candidatesTokenCount: z.number().nullish() })
    .nullish(),
});

const ErrorBody = z.looseObject({
  error: z.looseObject({
    details: z
      .array(
        z.looseObject({
          retryDelay: z.string().optional(),
          reason: z.string().optional(),
          violations: z.array(z.looseObject({ quotaId: z.string().optional() })).optional(),
        }),
      )
      .nullish(),
  }),
});

const DECLINED = new Set(["SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "LANGUAGE"]);

/**
 * The URLs are redirects that expire; the title is usually the bare domain of the cited page. Segments count UTF-8
 * bytes.
 */
function citationsOf(text: string, grounding: z.infer<typeof Grounding>): Citation[] {
  const supports = grounding.groundingSupports ?? [];
  const bytes = supports.flatMap(({ segment }) => [segment?.startIndex ?? 0, segment?.endIndex ?? 0]);
  const offsets = utf16FromBytes(text, bytes);
  return supports.flatMap(({ segment, groundingChunkIndices }) =>
    (groundingChunkIndices ?? []).flatMap((index) => {
      const web = grounding.groundingChunks?.[index]?.web;
      if (!web?.uri) return [];
      const start = offsets.get(segment?.startIndex ?? 0)!;
      const end = offsets.get(segment?.endIndex ?? 0)!;
      return citation(web.uri, web.title, { start, end });
    }),
  );
}

/** Google generateContent with Google Search grounding, which can't be forced. */
export const gemini: ProviderAdapter = {
  baseUrl: "https://generativelanguage.googleapis.com/v1beta",
  model: "gemini-3.8-flash",

  request: ({ text, location }, model, apiKey) => {
    const { latitude, longitude, country } = location;
    // Google accepts only coordinates, so a country is represented by its centre.
    const given = latitude !== undefined && longitude !== undefined ? { latitude, longitude } : null;
    const latLng = given ?? (country === undefined ? null : countryCentre(country));
    return {
      path: `/models/${encodeURIComponent(model)}:generateContent`,
      headers: { "x-goog-api-key": apiKey },
      body: {
        contents: [{ role: "user", parts: [{ text }] }],
        tools: [{ google_search: {} }],
        ...(latLng && { toolConfig: { retrievalConfig: { latLng } } }),
        generationConfig: { maxOutputTokens: 8192 },
      },
    };
  },

  judgeBody: ({ text, schema }) => ({
    contents: [{ role: "user", parts: [{ text }] }],
    generationConfig: {
      maxOutputTokens: JUDGE_TOKENS,
      responseMimeType: "application/json",
      responseJsonSchema: schema,
    },
  }),

  read: (raw) => {
    const body = readShape(Body, raw);
    const blocked = body.promptFeedback?.blockReason;
    if (blocked) throw new ProviderError("refused", `The provider blocked the prompt: ${blocked.slice(0, 60)}.`);
    const candidate = body.candidates?.[0];
    const reason = candidate?.finishReason ?? "";
    if (DECLINED.has(reason)) throw new ProviderError("refused", `The provider declined to answer: ${reason}.`);
    const parts = candidate?.content?.parts ?? [];
    const text = parts.map((part) => (part.thought ? "" : (part.text ?? ""))).join("");
    const grounding = candidate?.groundingMetadata ?? {};
    const searches = grounding.webSearchQueries?.length ?? 0;
    const answer = {
      text: requireText(text),
      citations: citationsOf(text, grounding),
      model: body.modelVersion ?? "",
      requestId: body.responseId ?? null,
      stop: reason === "MAX_TOKENS" ? ("truncated" as const) : ("complete" as const),
      searched: searches > 0 || (grounding.groundingChunks?.length ?? 0) > 0,
      usage: {
        inputTokens: body.usageMetadata?.promptTokenCount ?? null,
        outputTokens: body.usageMetadata?.candidatesTokenCount ?? null,
        searches,
      },
    };
    return { answer };
  },

  models: (apiKey) => ({ path: "/models?pageSize=1", headers: { "x-goog-api-key": apiKey } }),

  failure: ({ status, headers, body, now }) => {
    const details = ErrorBody.safeParse(body).data?.error.details ?? [];
    const daily = details.some(({ violations }) => violations?.some(({ quotaId }) => /PerDay/i.test(quotaId ?? "")));
    const badKey = details.some(({ reason }) => reason === "API_KEY_INVALID");
    // The hint is in the body, e.g. "17s", not in a header.
    const delay = details.map(({ retryDelay }) => /^(\d+(?:\.\d+)?)s$/.exec(retryDelay ?? "")?.[1]).find(Boolean);
    const wait = delay === undefined ? retryAfterOf(headers, now) : Number(delay);
    const kind = badKey ? "auth" : daily ? "quota" : kindOfStatus(status);
    return failureOf(kind, status, body, wait);
  },
};
