import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

interface MediaType {
  schema: object;
}
interface Described {
  responses: Record<string, { content?: Record<string, MediaType> }>;
}
/** An OpenAPI document, as far as answers are concerned. */
export interface ApiDocument {
  paths: Record<string, Record<string, Described>>;
}
/** An answer of the API, with its body as text. */
export interface GivenResponse {
  method: string;
  /** Path and query, as requested. */
  path: string;
  status: number;
  contentType: string | null;
  text: string;
}

/** Pages for people, and the document itself. */
const UNDESCRIBED = /^\/(docs(\/.*)?|verify-email|reset-password|openapi\.json|cdn-cgi\/.*)$/;
/** Answers to paths and methods that no operation has. */
const GENERAL: Record<number, string> = { 404: "not_found", 405: "method_not_allowed" };

/** Objects with named properties allow no others, so that a field that the document lacks is found. */
function strict(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(strict);
  if (schema === null || typeof schema !== "object") return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, strict(value)]));
  return "properties" in copy && !("additionalProperties" in copy) ? { ...copy, additionalProperties: false } : copy;
}

/** Says why an answer does not match the document; null if it does. */
export type ResponseChecker = (answer: GivenResponse) => string | null;

/** Checks answers against a document. Each schema is compiled once, when an answer first needs it. */
export function responseChecker(document: ApiDocument): ResponseChecker {
  // A schema is compiled for few answers, so compiling has to be quick.
  const ajv = new Ajv2020({ strict: false, validateSchema: false, code: { optimize: false } });
  addFormats.default(ajv);
  const compiled = new Map<MediaType, ValidateFunction>();
  // Most errors have equal schemas.
  const equal = new Map<string, ValidateFunction>();
  const compile = ({ schema }: MediaType) => {
    const key = JSON.stringify(schema);
    const made = equal.get(key) ?? ajv.compile(strict(schema) as object);
    equal.set(key, made);
    return made;
  };
  const seen = new Map<MediaType, string>();
  // Literal paths first: `/runs/{runId}` must not hide `/runs/latest`.
  const routes = Object.entries(document.paths)
    .map(([pattern, methods]) => ({ pattern, methods, regex: patternRegex(pattern) }))
    .sort((a, b) => a.pattern.split("{").length - b.pattern.split("{").length);
  return (answer) => {
    const path = answer.path.split("?")[0]!;
    const method = answer.method.toLowerCase();
    const route = routes.find(({ regex, methods }) => regex.test(path) && methods[method]) ?? null;
    if (!route) return generalFault(answer, path);
    const { responses } = route.methods[method]!;
    const described = responses[answer.status] ?? responses["default"];
    const named = `${answer.method} ${route.pattern} ${answer.status}`;
    if (!described) return `${named}: the document has no such status`;
    const content = described.content;
    // Where anything may come, as from the origin, nothing may come too. A list of lines may have none.
    if (answer.text === "")
      return content && !content["*/*"] && !content["application/jsonl"] && method !== "head"
        ? `${named}: the body is empty`
        : null;
    const type = (answer.contentType ?? "").split(";")[0]!.trim();
    const media = content?.[type] ?? content?.["*/*"];
    if (!media) return `${named}: the document has no ${type || "content type"}`;
    if (type !== "application/json" || seen.get(media) === answer.text) return null;
    const validate = compiled.get(media) ?? compile(media);
    compiled.set(media, validate);
    if (!validate(JSON.parse(answer.text))) return `${named}: ${faultsOf(validate)}`;
    seen.set(media, answer.text);
    return null;
  };
}

function patternRegex(pattern: string): RegExp {
  // The last parameter of these routes takes the rest of the path.
  const rest = /\{(url|path)\}$/.test(pattern);
  const source = pattern.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replaceAll(/\{\w+\}/g, "[^/]+");
  return new RegExp(`^${rest ? source.replace(/\[\^\/\]\+$/, ".+") : source}$`);
}

function generalFault({ method, status, text }: GivenResponse, path: string): string | null {
  if (UNDESCRIBED.test(path)) return null;
  const error = /"error":"(\w+)"/.exec(text)?.[1];
  const isGeneral = method === "HEAD" || (error !== undefined && error === GENERAL[status]);
  return isGeneral ? null : `${method} ${path} ${status} ${error ?? ""}: no operation has this path`;
}

function faultsOf({ errors }: ValidateFunction): string {
  return (errors ?? [])
    .slice(0, 5)
    .map(({ instancePath, message, params }) => `${instancePath || "/"} ${message} ${JSON.stringify(params)}`)
    .join("; ");
}
