import * as z from "zod";

const Sentiment = z.number().min(-1).max(1);

/**
 * What a language model is asked about an answer: only what the rules can't determine. Anything else in its reply is
 * ignored.
 */
export const Judgement = z.object({
  brands: z.array(z.object({ name: z.string().max(80), isCompetitor: z.boolean() })).max(50),
  own: z.object({ sentiment: Sentiment, quote: z.string().max(1000) }),
});
export type Judgement = z.infer<typeof Judgement>;

/**
 * The JSON schema for providers: every field required, no extra fields, and no bounds, because some providers reject
 * them.
 */
export const JUDGEMENT_SCHEMA = {
  type: "object",
  additionalProperties: false,
  required: ["brands", "own"],
  properties: {
    brands: {
      type: "array",
      items: {
        type: "object",
        additionalProperties: false,
        required: ["name", "isCompetitor"],
        properties: { name: { type: "string" }, isCompetitor: { type: "boolean" } },
      },
    },
    own: {
      type: "object",
      additionalProperties: false,
      required: ["sentiment", "quote"],
      properties: { sentiment: { type: "number" }, quote: { type: "string" } },
    },
  },
} as const;
