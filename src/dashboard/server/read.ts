import type { ClientResponse, InferResponseType } from "hono/client";
import type { OwnApi } from "../../own-api";

/** What the API answered instead of data. Its message is for people. */
export class ApiProblem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    /** Everything else in the answer, such as `attempts` or `issues`. */
    readonly extras: Record<string, unknown>,
  ) {
    super(message);
    this.name = "ApiProblem";
  }

  /** The message for one field of the form that caused it, if the API names the field. */
  fieldMessage(name: string): string | undefined {
    const issues = (this.extras["issues"] ?? []) as { path: string; message: string }[];
    return issues.find(({ path }) => path === name || path.startsWith(`${name}.`))?.message;
  }
}

/** What people are told of a fault of ours. */
export const ownFault = (requestId: string): string =>
  `Something went wrong on our side. Reload the page, or report ${requestId}.`;

/** The data of an endpoint's JSON answers; some also answer with CSV. */
type JsonOf<R> = R extends ClientResponse<infer T, number, "json"> ? T : never;
type AnyAnswer = ClientResponse<unknown, number>;

/**
 * The data of an API answer: `await read(api.api.account.domains.$get())`. @throws ApiProblem, which the dashboard shows
 * as a page, or which `submit` shows in the form.
 */
export async function read<R extends AnyAnswer>(answer: Promise<R>): Promise<JsonOf<R>> {
  return readAs<JsonOf<R>>(answer);
}

/** Like `read`, but null for this error code. */
export async function readUnless<R extends AnyAnswer>(code: string, answer: Promise<R>): Promise<JsonOf<R> | null> {
  try {
    return await read(answer);
  } catch (error) {
    if (error instanceof ApiProblem && error.code === code) return null;
    throw error;
  }
}

/**
 * For answers that the API streams, whose type the client doesn't know: `readAs<z.infer<typeof DetailAnswer>>(…)`, with the schema of
 * the operation (import it as a type). @throws ApiProblem.
 */
export async function readAs<T>(answer: Promise<unknown>): Promise<T> {
  return (await expectDone(answer)).json<T>();
}

/** For answers without a body, such as 204. @throws ApiProblem. */
export async function expectDone(answer: Promise<unknown>): Promise<Response> {
  const response = (await answer) as Response;
  if (!response.ok) throw await problemOf(response);
  return response;
}

async function problemOf(response: Response): Promise<ApiProblem> {
  const { error, message, ...extras } = await response.json<Record<string, unknown>>();
  return new ApiProblem(response.status, String(error), String(message), extras);
}

export type DomainFacts = InferResponseType<OwnApi["api"]["account"]["domains"]["$get"], 200>["domains"][number];

/** An id or a name as one segment of an API path. The client inserts parameters as they are. @throws ApiProblem 404. */
export function segment(value: string): string {
  if (value === "" || value === "." || value === "..")
    throw new ApiProblem(404, "not_found", "There is no such page.", {});
  return encodeURIComponent(value);
}
