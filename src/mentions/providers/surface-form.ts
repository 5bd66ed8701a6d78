import * as z from "zod";
import { CONSUMER_SURFACES, type ConsumerSurface } from "../../lib/ai-providers";
import { parseJson } from "../../lib/text/json";
import { ProviderError } from "../core/provider-error";

const Text = z.string().min(1).max(200);
const Path = Text.startsWith("/");
/** Where a response has something: names and numbers of elements, between dots. */
const Place = Text.regex(/^[\w$@-]+(?:\.[\w$@-]+)*$/, "must be names between dots");
const States = z.array(Text).max(20);

/** How a scraping service is asked and answers (docs/surfaces.md). Every field has a default. */
const Form = z.strictObject({
  start: z
    .strictObject({
      path: Path.default("/jobs"),
      body: z
        .record(z.string(), z.unknown())
        .default({ surface: "{surface}", prompt: "{prompt}", country: "{country}", city: "{city}" }),
    })
    .prefault({}),
  look: Path.includes("{job}").default("/jobs/{job}"),
  header: z.strictObject({ name: Text, value: Text }).default({ name: "authorization", value: "Bearer {key}" }),
  names: z.partialRecord(z.enum(CONSUMER_SURFACES), Text).default({}),
  job: Place.default("id"),
  status: Place.default("status"),
  pending: States.default(["queued", "pending", "running"]),
  failed: States.default(["failed", "error"]),
  text: Place.default("answer.text"),
  citations: Place.default("answer.citations"),
  url: Place.default("url"),
  title: Place.default("title"),
  queries: Place.default("answer.queries"),
});
export type SurfaceForm = z.infer<typeof Form>;

/** The operator's form, or the default one. @throws ProviderError `not_configured` if it is none. */
export function surfaceForm(setting: string | undefined): SurfaceForm {
  const text = setting?.trim() || "{}";
  const parsed = Form.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ProviderError(
    "not_configured",
    `SURFACES_FORM is not a form at ${issue?.path.join(".") || "its root"}: ${issue?.message ?? ""}`,
  );
}

/** What stands for what in a form's texts. */
export type FormValues = Readonly<Record<string, string | undefined>>;

/** How deep a body may be nested. */
const MAX_DEPTH = 8;

/**
 * A body with its placeholders replaced. A field that is nothing but a placeholder without a value is left out. Values
 * become strings of JSON, whatever they contain.
 */
export function filledBody(body: unknown, values: FormValues, depth = 0): unknown {
  if (depth > MAX_DEPTH) return null;
  if (typeof body === "string") {
    const whole = /^\{(\w+)\}$/.exec(body)?.[1];
    if (whole !== undefined && whole in values) return values[whole];
    return body.replaceAll(/\{(\w+)\}/g, (kept, name: string) => (name in values ? (values[name] ?? "") : kept));
  }
  if (Array.isArray(body)) return body.map((each) => filledBody(each, values, depth + 1) ?? null);
  if (typeof body !== "object" || body === null) return body;
  const fields = Object.entries(body).map(([name, value]) => [name, filledBody(value, values, depth + 1)] as const);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

/** What a response has at a place; undefined if nothing. */
export function valueAt(response: unknown, place: string): unknown {
  let value = response;
  for (const name of place.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

/** The name that the service knows a surface by. */
export const surfaceName = (form: SurfaceForm, surface: ConsumerSurface): string => form.names[surface] ?? surface;
