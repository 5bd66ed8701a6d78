import * as z from "zod";
import { WIRE_FORMATS } from "../../demo/stand-in/providers/index.ts";
import type { Received } from "../../demo/stand-in/server.ts";
import { API_PROVIDERS, variableOf, type ApiProvider } from "../../src/lib/ai-providers.ts";

/**
 * What the APIs of the providers reject: wrong path, method, credentials or versions, and fields that are missing, unknown or of
 * the wrong type. Unknown fields are rejected as those APIs do ("Unknown parameter", "Extra inputs are not permitted",
 * "Unknown name").
 */

const Country = z.string().regex(/^[A-Z]{2}$/);
const place = {
  country: Country.optional(),
  region: z.string().min(1).optional(),
  city: z.string().min(1).optional(),
};
const approximate = z.strictObject({
  type: z.literal("approximate"),
  ...place,
  timezone: z.string().includes("/").optional(),
});

const OpenAi = z.strictObject({
  model: z.string().regex(/^gpt-/),
  input: z.string().min(1),
  store: z.boolean().optional(),
  max_output_tokens: z.int().min(16).optional(),
  include: z.array(z.enum(["web_search_call.action.sources", "web_search_call.results"])).optional(),
  tool_choice: z
    .union([z.enum(["none", "auto", "required"]), z.strictObject({ type: z.literal("web_search") })])
    .optional(),
  tools: z
    .array(
      z.strictObject({
        type: z.enum(["web_search", "web_search_2025_08_26"]),
        search_context_size: z.enum(["low", "medium", "high"]).optional(),
        // If omitted, the API assumes the United States, which is wrong for a monitor without a location.
        user_location: approximate,
      }),
    )
    .length(1),
});

const AnthropicBlock = z.discriminatedUnion("type", [
  z.looseObject({ type: z.literal("text"), text: z.string().min(1) }),
  z.looseObject({
    type: z.literal("server_tool_use"),
    id: z.string(),
    name: z.literal("web_search"),
    input: z.looseObject({}),
  }),
  z.looseObject({
    type: z.literal("web_search_tool_result"),
    tool_use_id: z.string(),
    content: z.array(z.looseObject({ encrypted_content: z.string() })),
  }),
]);

const Anthropic = z.strictObject({
  model: z.string().regex(/^claude-/),
  max_tokens: z.int().min(1),
  messages: z
    .array(
      z.discriminatedUnion("role", [
        z.strictObject({ role: z.literal("user"), content: z.string().min(1) }),
        z.strictObject({ role: z.literal("assistant"), content: z.array(AnthropicBlock).min(1) }),
      ]),
    )
    .min(1)
    .refine((messages) => messages[0]!.role === "user", "first message must use the user role"),
  tools: z
    .array(
      z.strictObject({
        type: z.literal("web_search_20250305"),
        name: z.literal("web_search"),
        max_uses: z.int().min(1).optional(),
        allowed_domains: z.array(z.string()).optional(),
        user_location: approximate.optional(),
      }),
    )
    .length(1),
});

const Perplexity = z.strictObject({
  model: z.string().startsWith("perplexity/"),
  input: z.string().min(1),
  instructions: z.string().optional(),
  max_output_tokens: z.int().min(1).optional(),
  tools: z
    .array(
      z.strictObject({
        type: z.literal("web_search"),
        search_context_size: z.enum(["low", "medium", "high"]).optional(),
        user_location: z
          .strictObject({ ...place, latitude: z.number().optional(), longitude: z.number().optional() })
          .optional(),
      }),
    )
    .length(1),
});

const Gemini = z.strictObject({
  contents: z
    .array(
      z.strictObject({
        role: z.enum(["user", "model"]),
        parts: z.array(z.strictObject({ text: z.string().min(1) })).min(1),
      }),
    )
    .min(1),
  tools: z.array(z.strictObject({ google_search: z.strictObject({}) })).length(1),
  toolConfig: z
    .strictObject({
      retrievalConfig: z.strictObject({
        latLng: z.strictObject({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) }),
        languageCode: z.string().optional(),
      }),
    })
    .optional(),
  generationConfig: z.strictObject({ maxOutputTokens: z.int().min(1).optional() }).optional(),
});

/** A schema that all three accept: objects are closed and every field is required. */
const JsonSchema: z.ZodType = z.lazy(() =>
  z.union([
    z
      .strictObject({
        type: z.literal("object"),
        additionalProperties: z.literal(false),
        required: z.array(z.string()),
        properties: z.record(z.string(), JsonSchema),
      })
      .refine((schema) => schema.required.join() === Object.keys(schema.properties).join(), "every field is required"),
    z.strictObject({ type: z.literal("array"), items: JsonSchema }),
    z.strictObject({ type: z.enum(["string", "number", "integer", "boolean"]), enum: z.array(z.string()).optional() }),
  ]),
);

const OpenAiJson = OpenAi.omit({ tools: true, tool_choice: true, include: true }).extend({
  text: z.strictObject({
    format: z.strictObject({
      type: z.literal("json_schema"),
      name: z.string().regex(/^[\w-]{1,64}$/),
      strict: z.boolean().optional(),
      schema: JsonSchema,
    }),
  }),
});
const AnthropicJson = Anthropic.omit({ tools: true }).extend({
  output_config: z.strictObject({ format: z.strictObject({ type: z.literal("json_schema"), schema: JsonSchema }) }),
});
const GeminiJson = Gemini.omit({ tools: true, toolConfig: true }).extend({
  generationConfig: z.strictObject({
    maxOutputTokens: z.int().min(1).optional(),
    responseMimeType: z.literal("application/json"),
    responseJsonSchema: JsonSchema,
  }),
});

interface Rules {
  path: RegExp;
  /** Its list of models; absent: it has none. */
  models?: RegExp;
  body: z.ZodType;
  /** Header with the key, and the pattern that it must match. */
  key: [header: string, pattern: RegExp];
  /** A key that the rules accept. */
  sampleKey: string;
  headers?: Record<string, string>;
  codes: { path: string; key: string; body: string };
}

const RULES: Record<ApiProvider, Rules> = {
  chatgpt: {
    path: /^\/responses$/,
    models: /^\/models$/,
    body: z.union([OpenAi, OpenAiJson]),
    key: ["authorization", /^Bearer sk-\S+$/],
    sampleKey: "sk-strict-1",
    codes: { path: "not_found", key: "invalid_api_key", body: "invalid_request_error" },
  },
  claude: {
    path: /^\/messages$/,
    models: /^\/models\?limit=\d+$/,
    body: z.union([Anthropic, AnthropicJson]),
    key: ["x-api-key", /^sk-ant-\S+$/],
    sampleKey: "sk-ant-strict-1",
    headers: { "anthropic-version": "2023-06-01" },
    codes: { path: "not_found_error", key: "authentication_error", body: "invalid_request_error" },
  },
  perplexity: {
    path: /^\/(agent|responses)$/,
    body: Perplexity,
    key: ["authorization", /^Bearer pplx-\S+$/],
    sampleKey: "pplx-strict-1",
    codes: { path: "not_found", key: "forbidden", body: "invalid_request" },
  },
  gemini: {
    models: /^\/models\?pageSize=\d+$/,
    path: /^\/models\/gemini-[\w.-]+:generateContent$/,
    body: z.union([Gemini, GeminiJson]),
    key: ["x-goog-api-key", /^AIza\S+$/],
    sampleKey: "AIzaStrict1",
    codes: { path: "NOT_FOUND", key: "UNAUTHENTICATED", body: "INVALID_ARGUMENT" },
  },
};

/** Keys that the rules accept. */
export const STRICT_KEYS = Object.fromEntries(
  API_PROVIDERS.map((provider) => [provider, RULES[provider].sampleKey]),
) as Record<ApiProvider, string>;

/** The variables that point a service to a stand-in, with keys that the rules accept. */
export function strictVariables(baseUrls: Record<ApiProvider, string>): Record<string, string> {
  return Object.fromEntries(
    API_PROVIDERS.flatMap((provider) => [
      [variableOf(provider, "API_KEY"), STRICT_KEYS[provider]],
      [variableOf(provider, "BASE_URL"), baseUrls[provider]],
    ]),
  );
}

/** The error that the real API would return, or null for a valid request. */
export function judgeStrictly(received: Received): { status: number; body: object } | null {
  const rules = RULES[received.provider];
  const refuse = (status: number, code: string, message: string) => ({
    status,
    body: WIRE_FORMATS[received.provider].error({ status, code, message }),
  });
  const isList = rules.models !== undefined && received.method === "GET" && rules.models.test(received.path);
  if (!isList && !rules.path.test(received.path)) return refuse(404, rules.codes.path, `Unknown path ${received.path}`);
  if (!isList && received.method !== "POST")
    return refuse(405, rules.codes.body, `Method ${received.method} not allowed`);
  const [header, pattern] = rules.key;
  const key = received.headers[header];
  if (typeof key !== "string" || !pattern.test(key)) return refuse(401, rules.codes.key, `Bad or missing ${header}`);
  if (!isList && !received.headers["content-type"]?.startsWith("application/json")) {
    return refuse(415, rules.codes.body, "content-type must be application/json");
  }
  for (const [name, value] of Object.entries(rules.headers ?? {})) {
    if (received.headers[name] !== value) return refuse(400, rules.codes.body, `${name}: header is required`);
  }
  if (isList) return null;
  const parsed = rules.body.safeParse(received.body);
  if (parsed.success) return null;
  const [issue] = parsed.error.issues;
  return refuse(400, rules.codes.body, `${issue!.path.join(".")}: ${issue!.message}`);
}
