import { ERRORS, type ErrorCode } from "../../../errors/table";
import { clientCall, curlCall } from "./call-examples";
import type { DescribedResponse, DescribedApi, DescribedContent, ListedOperation, SecurityScheme } from "./described";
import { EVENTS } from "./described";
import { sampleOf } from "./sample-of";
import { schemaView, type TypeView } from "./schema-view";

/** What the page of an operation shows. */
export interface OperationView {
  id: string;
  tag: string;
  method: string;
  path: string;
  summary: string;
  description: string | null;
  isEvent: boolean;
  /** None: anyone may call it. */
  credentials: { name: string; place: string; description: string }[];
  /** Only a session is accepted, which programs get by signing in. */
  needsSession: boolean;
  parameters: ParameterView[];
  body: (ContentView & { required: boolean }) | null;
  /** The body is a text that no schema describes. */
  takesText: boolean;
  answers: ResponseView[];
  /** Of the responses. Operations describe them once for all statuses. */
  headers: { name: string; description: string }[];
  errors: { status: number; code: ErrorCode; meaning: string }[];
  curl: string | null;
  client: string | null;
}

export interface ParameterView {
  name: string;
  where: string;
  required: boolean;
  description: string | null;
  type: TypeView;
}

export interface ContentView {
  mediaType: string;
  type: TypeView;
  example: string | null;
  /** The example was made from the schema; nobody wrote it. */
  isSample: boolean;
}

export interface ResponseView {
  status: string;
  description: string;
  contents: ContentView[];
}

/** Describes an operation of the document. `baseUrl` has no slash at its end. */
export function operationView(api: DescribedApi, operation: ListedOperation, baseUrl: string): OperationView {
  const { id, tag, method, path, summary, described } = operation;
  const schemes = (described.security ?? []).flatMap((each) => Object.keys(each));
  const isEvent = tag === EVENTS;
  const [mediaType, given] = Object.entries(described.requestBody?.content ?? {})[0] ?? [];
  const body = mediaType && given ? contentView(mediaType, given, api) : null;
  const errors = errorsOf(described.responses);
  // Only operations that read a body refuse one that is too large.
  const takesText = !isEvent && !body && errors.some(({ code }) => code === "payload_too_large");
  const example = given && (given.example ?? sampleOf(given.schema ?? {}, api));
  const call = { operation, baseUrl, credentials: schemes, body: example, takesText };
  return {
    id,
    tag,
    method,
    path,
    summary,
    description: described.description ?? null,
    isEvent,
    credentials: schemes.map((name) => credentialView(name, api.components.securitySchemes[name])),
    needsSession: schemes.length === 1 && schemes[0] === "session",
    parameters: (described.parameters ?? []).map(({ name, in: where, required = false, description, schema = {} }) => ({
      name,
      where,
      required,
      description: description ?? null,
      type: schemaView(schema, api),
    })),
    body: body && { ...body, required: described.requestBody?.required ?? true },
    takesText,
    answers: answersOf(described.responses, api),
    headers: headersOf(described.responses),
    errors,
    curl: isEvent ? null : curlCall(call),
    client: isEvent ? null : clientCall(call),
  };
}

const PLACES: Record<string, string> = { header: "header", cookie: "cookie", query: "query parameter" };
const SCHEMES: Record<string, string> = {
  apiKey: "API key",
  session: "Session",
  statsToken: "Stats token",
  operator: "Operator's token",
  prerenderToken: "API key of a prerender middleware",
};

/** A credential in words. */
export function credentialView(id: string, scheme: SecurityScheme | undefined) {
  const place =
    scheme?.type === "http"
      ? "header `authorization: Bearer …`"
      : `${PLACES[scheme?.in ?? ""] ?? "?"} \`${scheme?.name ?? ""}\``;
  return { name: SCHEMES[id] ?? id, place, description: scheme?.description ?? "" };
}

function contentView(mediaType: string, { schema = {}, example }: DescribedContent, root: unknown): ContentView {
  const isJson = mediaType === "application/json";
  const isSample = example === undefined;
  const shown = isSample && isJson ? sampleOf(schema, root) : example;
  return {
    mediaType,
    type: schemaView(schema, root),
    example: shown === undefined ? null : JSON.stringify(shown, null, 2),
    isSample,
  };
}

/** Codes are in the schema. Responses to HEAD have none, so their codes are in the description. */
function codesOf({ description = "", content }: DescribedResponse): ErrorCode[] {
  const listed = content?.["application/json"]?.schema?.properties?.["error"]?.enum;
  const codes = listed ?? [...description.matchAll(/`([a-z_]+)`/g)].map(([, code]) => code!);
  return codes.filter((code): code is ErrorCode => typeof code === "string" && Object.hasOwn(ERRORS, code));
}

const errorsOf = (responses: Record<string, DescribedResponse>) =>
  Object.values(responses).flatMap((answer) =>
    codesOf(answer).map((code) => ({ status: ERRORS[code].status, code, meaning: ERRORS[code].title })),
  );

function answersOf(responses: Record<string, DescribedResponse>, api: DescribedApi): ResponseView[] {
  return Object.entries(responses)
    .filter(([, answer]) => codesOf(answer).length === 0)
    .map(([status, { description = "", content = {} }]) => ({
      status,
      description,
      contents: Object.entries(content).map(([type, each]) => contentView(type, each, api)),
    }));
}

function headersOf(responses: Record<string, DescribedResponse>): { name: string; description: string }[] {
  const all = Object.assign(
    {},
    ...Object.values(responses).map(({ headers }) => headers),
  ) as DescribedResponse["headers"];
  return Object.entries(all ?? {}).map(([name, { description = "" }]) => ({ name, description }));
}
