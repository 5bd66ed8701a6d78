import { CrawlreadyError, errorOf, isCrawlreadyError, textOf, unexpected } from "./errors";
import { LISTS, OPERATIONS, TEXTS, type Operations } from "./generated/operations";
import { fetchWhole, sendWithRetries, type SendOptions } from "./send-with-retries";
import { ImpossiblePath, urlOf, type Arguments } from "./url-of";

export { CrawlreadyError, ImpossiblePath, isCrawlreadyError };
export type { ClientErrorCode, Failure } from "./errors";
export type { ErrorDetails, ErrorStatus, Operations } from "./generated/operations";
export { OPERATIONS };

/** The id of an operation, as `/openapi.json` and the reference at `/docs` show it. */
export type OperationId = keyof Operations;
/** What an operation takes: `path`, `query` and `body`. */
export type ArgumentsOf<Id extends OperationId> = NonNullable<Operations[Id]["takes"][0]>;
/** What an operation returns. */
export type ResponseOf<Id extends OperationId> = Operations[Id]["answer"];

export interface CallOptions {
  /** Ends the call, also while it waits to try again. */
  signal?: AbortSignal;
}

export interface ClientOptions extends SendOptions {
  /** Where the API is, such as `https://crawlready.example`. */
  baseUrl: string;
  /** An API key, `crk_…`. */
  key?: string;
  /** Headers of every request. */
  headers?: Record<string, string>;
}

type Lists = { [Id in keyof typeof LISTS as (typeof LISTS)[Id] extends string ? Id : never]: (typeof LISTS)[Id] };
type ItemOf<Id extends keyof Lists> = Id extends OperationId
  ? ResponseOf<Id> extends infer Answer
    ? Lists[Id] extends keyof Answer
      ? Answer[Lists[Id]] extends ReadonlyArray<infer Item>
        ? Item
        : never
      : never
    : never
  : never;

type Calls = {
  [Id in OperationId]: (...given: [...Operations[Id]["takes"], options?: CallOptions]) => Promise<ResponseOf<Id>>;
};

export interface Client extends Calls {
  /** The same operations with their responses unread: for CSV, event streams and other texts. Errors throw as well. */
  raw: { [Id in OperationId]: (...given: [...Operations[Id]["takes"], options?: CallOptions]) => Promise<Response> };
  /** Lists, item by item. The next part is read when it is needed. */
  each: {
    [Id in keyof Lists & OperationId]: (
      ...given: [...Operations[Id]["takes"], options?: CallOptions]
    ) => AsyncGenerator<ItemOf<Id>, void, undefined>;
  };
  /** Responses that come in parts, part by part. */
  parts: {
    [Id in keyof typeof LISTS & OperationId]: (
      ...given: [...Operations[Id]["takes"], options?: CallOptions]
    ) => AsyncGenerator<ResponseOf<Id>, void, undefined>;
  };
}

/**
 * A client for the API. Each operation is a method of the operation's id.
 *
 *     const crawlready = createClient({ baseUrl: "https://crawlready.example", key });
 *     const { runId } = await crawlready.startAudit({ body: { domain, urls: [url], mode: "follow" } });
 */
export function createClient(options: ClientOptions): Client {
  const send = async (
    id: OperationId,
    args: Arguments = {},
    { signal }: CallOptions = {},
    how: SendOptions = options,
  ): Promise<Response> => {
    const [method, path] = OPERATIONS[id];
    const headers = new Headers(options.headers);
    if (options.key !== undefined) headers.set("x-service-api-key", options.key);
    if (!headers.has("accept")) headers.set("accept", "application/json, */*;q=0.5");
    const init: RequestInit = { method, headers };
    if (args.body !== undefined) {
      headers.set("content-type", "application/json");
      init.body = JSON.stringify(args.body);
    } else if (args.text !== undefined) {
      headers.set("content-type", args.contentType ?? "text/plain");
      init.body = args.text;
    }
    const response = await sendWithRetries(urlOf(options.baseUrl, path, args), init, signal, how);
    // A response with this header is a page of the customer's, which may well have status 404.
    if (response.status >= 400 && !response.headers.has("x-crawlready-cache")) throw await errorOf(response, signal);
    return response;
  };
  const raw = (id: OperationId, args?: Arguments, how?: CallOptions) => send(id, args, how);
  const whole = { ...options, fetch: fetchWhole(options.fetch) };
  const call = async (id: OperationId, args?: Arguments, how?: CallOptions): Promise<unknown> =>
    answerOf(id, await send(id, args, how, isText(id) ? options : whole), how?.signal);
  const partsOf = async function* (id: keyof typeof LISTS, args: Arguments = {}, how?: CallOptions) {
    let cursor = args.query?.["cursor"];
    const seen = new Set<unknown>([cursor]);
    do {
      const query = { ...args.query, ...(cursor !== undefined && cursor !== null && { cursor }) };
      const response = await send(id, { ...args, query }, how, whole);
      const part = await answerOf(id, response, how?.signal);
      if (!isObject(part)) throw unexpected(response, `${id} did not answer with an object.`);
      yield [part, response] as const;
      cursor = part["nextCursor"] as string | null | undefined;
      // Such a list would never end.
      if (typeof cursor === "string" && (cursor === "" || seen.has(cursor)))
        throw unexpected(
          response,
          `${id} answered with ${cursor === "" ? "an empty cursor" : "a cursor that came before"}.`,
        );
      seen.add(cursor);
    } while (cursor !== undefined && cursor !== null);
  };
  const parts = async function* (id: keyof typeof LISTS, args?: Arguments, how?: CallOptions) {
    for await (const [part] of partsOf(id, args, how)) yield part;
  };
  const each = async function* (id: keyof Lists, args?: Arguments, how?: CallOptions) {
    for await (const [part, response] of partsOf(id, args, how)) {
      const items = part[LISTS[id]];
      if (!Array.isArray(items)) throw unexpected(response, `${id} answered without ${LISTS[id]}.`);
      yield* items as unknown[];
    }
  };
  return Object.assign(methods(OPERATIONS, call), {
    raw: methods(OPERATIONS, raw),
    parts: methods(LISTS, parts),
    each: methods(LISTS, each),
  }) as unknown as Client;
}

type Call<Id> = (id: Id, args?: Arguments, how?: CallOptions) => unknown;

function methods<Id extends string>(table: Record<Id, unknown>, call: Call<Id>): object {
  const ids = Object.keys(table) as Id[];
  return Object.fromEntries(ids.map((id) => [id, (args?: Arguments, how?: CallOptions) => call(id, args, how)]));
}

/** Whether a call returns the response itself, unread. */
const isText = (id: OperationId): boolean => (TEXTS as readonly OperationId[]).includes(id);

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

async function answerOf(id: OperationId, response: Response, signal: AbortSignal | undefined): Promise<unknown> {
  if (response.status >= 300) {
    await response.body?.cancel().catch(() => {});
    throw unexpected(response, `${id} answered with a redirect (${response.status}); read it with raw.${id}.`);
  }
  if (isText(id)) return response;
  if (response.status === 204) return undefined;
  const type = response.headers.get("content-type") ?? "no type";
  if (!/\bjson\b/.test(type)) {
    await response.body?.cancel().catch(() => {});
    throw unexpected(response, `${id} answered with ${type}; read it with raw.${id}.`);
  }
  const text = await textOf(response, signal);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw unexpected(response, `${id} answered with invalid JSON.`, error);
  }
}
