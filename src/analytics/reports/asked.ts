import type * as z from "zod";
import { authorizeDomain, type Caller, type DomainRow } from "../../accounts";
import type { Db } from "../../db/client";
import { schemaError } from "../../errors/api-error";
import { DAY_MS, parseUtcDay } from "../../lib/time/time";
import { DEFAULT_DAYS, windowBetween, type Window } from "../core/window";
import type { BotsQuery } from "../schemas";

/**
 * The requested domain. A stats token implies its own domain. @throws ApiError as `authorizeDomain`, `invalid_request`.
 */
export async function askedDomain(db: Db, caller: Caller, asked: string | undefined): Promise<DomainRow> {
  const name = asked ?? (caller.kind === "stats-token" ? caller.scope : undefined);
  if (name === undefined) throw schemaError([{ path: "domain", message: "the domain is required" }]);
  return authorizeDomain(db, caller, name);
}

/** The days from `from` (default: 30 days ago) to `to` (default: today). @throws ApiError `invalid_request`. */
export function askedWindow({ from, to }: Pick<z.output<typeof BotsQuery>, "from" | "to">, now: number): Window {
  const first = (from === undefined ? null : parseUtcDay(from)) ?? now - DEFAULT_DAYS * DAY_MS;
  const last = (to === undefined ? null : parseUtcDay(to)) ?? now;
  const window = windowBetween(first, last);
  if (window.days < 1) {
    const message = from === undefined ? "is after `to`; send `from` too (default: 30 days ago)" : "is after `to`";
    throw schemaError([{ path: "from", message }]);
  }
  return window;
}
