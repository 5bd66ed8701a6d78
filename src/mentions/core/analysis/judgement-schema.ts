import * as z from "zod";

const Quote = z.string().max(1000);

const Sense = z.enum(["company", "denied", "other"]);
/** What a language model is asked about an answer. Anything else in its reply is ignored. */
export const Reply = z.object({
  names: z
    .array(
      z.object({
        name: z.string().max(120),
        sense: Sense,
        recommended: z.boolean(),
        rank: z.int().min(0).max(1000),
        quote: Quote,
      }),
    )
    .max(60),
  tone: z.object({ value: z.number().min(-1).max(1), quote: Quote }),
  further: z.array(z.object({ name: z.string().max(80), isCompetitor: z.boolean(), quote: Quote })).max(50),
  /** What the model says of names whose sense is known (controls.ts). */
  controls: z
    .array(z.object({ name: z.string().max(40), sense: Sense }))
    .max(20)
    .optional(),
});
export type Reply = z.infer<typeof Reply>;

/** The JSON schema for providers: every field required, no extra fields, and no bounds, as some providers reject them. */
const object = (properties: Record<string, object>) => ({
  type: "object",
  additionalProperties: false,
  required: Object.keys(properties),
  properties,
});
const string = { type: "string" };
const sense = { type: "string", enum: ["company", "denied", "other"] };
const list = (items: object) => ({ type: "array", items });
export const JUDGEMENT_SCHEMA = object({
  names: list(
    object({
      name: string,
      sense,
      recommended: { type: "boolean" },
      rank: { type: "integer" },
      quote: string,
    }),
  ),
  tone: object({ value: { type: "number" }, quote: string }),
  further: list(object({ name: string, isCompetitor: { type: "boolean" }, quote: string })),
  controls: list(object({ name: string, sense })),
});

const Span = { start: z.int().min(0), end: z.int().min(0) };

/** The claims of a judgement that quote the answer word for word, each with the offsets of its quote. */
export const Judgement = z.object({
  names: z.array(
    z.object({
      name: z.string(),
      sense: z.enum(["company", "denied", "other"]),
      recommended: z.boolean(),
      rank: z.int(),
      ...Span,
    }),
  ),
  /** Null: no usable claim; the rules give the tone. */
  tone: z.object({ value: z.number(), ...Span }).nullable(),
  further: z.array(z.object({ name: z.string(), ...Span })),
  /** Whether the model was right about the names whose sense is known; absent: it was not asked. */
  passed: z.boolean().optional(),
});
export type Judgement = z.infer<typeof Judgement>;
