import { ImpossiblePath, isCrawlreadyError, type ArgumentsOf, type Client, type OperationId } from "../../client";
import { ownApi, type OwnApiContext } from "../../api/own-api";
import { ApiProblem } from "./read";

/**
 * The API as pages call it. @throws ApiProblem, which the dashboard shows as a page, or which `submit` shows in the
 * form.
 */
export type PageApi = Pick<Client, OperationId> & Pick<Client, "raw">;

/** The API for the pages that answer a request. */
export function pageApi(context: OwnApiContext): PageApi {
  const api = ownApi(context);
  return { ...withProblems(api), raw: withProblems(api.raw) };
}

/**
 * Filters from the reader's address, for this operation's query; empty ones are left out. The API says what is wrong
 * with them.
 */
export function asTyped<Id extends OperationId>(filters: Partial<Record<string, string>>): QueryOf<Id> {
  return Object.fromEntries(
    Object.entries(filters).filter(([, value]) => value !== undefined && value !== ""),
  ) as QueryOf<Id>;
}
type QueryOf<Id extends OperationId> = ArgumentsOf<Id> extends { query?: infer Query } ? NonNullable<Query> : never;

type Calls = Record<string, (...given: never[]) => Promise<unknown>>;

function withProblems<T extends object>(calls: T): T {
  const functions = Object.entries(calls as Calls).filter(([, call]) => typeof call === "function");
  const wrapped = functions.map(([id, call]) => [id, (...given: never[]) => call(...given).catch(rethrow)] as const);
  return Object.fromEntries(wrapped) as T;
}

function rethrow(error: unknown): never {
  // An address of ours whose id can't be one of the API's.
  if (error instanceof ImpossiblePath) throw new ApiProblem(404, "not_found", "There is no such page.", {});
  if (!isCrawlreadyError(error)) throw error;
  // Codes of the client itself: faults of ours, for the log.
  if (error.code === "unreachable" || error.code === "unexpected_answer") throw error.cause ?? error;
  throw new ApiProblem(error.status, error.code, error.message, { ...error.details, requestId: error.requestId });
}
