import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../lib/time/time";
import type { CallOutcome, RemoteHostname, HostnameRow, HostnameStep } from "./remote";

export type Settable = Partial<Omit<HostnameRow, "hostname" | "accountId" | "unwanted" | "asked">>;
/**
 * What a step changes in its row. `drop`: the row, unless somebody wants the hostname again: then it starts anew. `isAnswered`: who
 * asked for a new validation has got one.
 */
export type HostnameChange = { drop: true } | { drop: false; set: Settable; isAnswered: boolean };

/** How far Cloudflare's clock may differ from ours, and how long a create may take to be done. */
const BEHIND_MS = 2 * MINUTE_MS;
const DONE_WITHIN_MS = 5 * MINUTE_MS;
/** Instead of a number of looks: there is one, says the last attempt. */
const DUPLICATE = -1;
/** The same: it may be deleted, because we tried to. What became of that is not known. */
export const MAYBE_DELETED = -2;
/** Failures after which one that is there and can't be found is in another zone. */
const VAIN_FAILURES = 3;

const NEW = {
  state: "queued",
  cloudflareId: null,
  isOurs: null,
  triedFrom: null,
  triedUntil: null,
  records: null,
  problems: null,
  hostnameStatus: null,
  certificateStatus: null,
  looks: 0,
  failures: 0,
} as const;

/** A row that starts anew. */
export const anew = (now: number) => ({ ...NEW, changedAt: now, notBefore: 0 });

/** What `outcome` of `step` means for the row as it was before the step. */
export function afterStep(row: HostnameRow, step: HostnameStep, outcome: CallOutcome, now: number): HostnameChange {
  switch (outcome.kind) {
    case "hostname":
      return found(row, step, outcome.hostname, now);
    case "none":
      return missing(row, step, now);
    case "duplicate":
      // Nobody but another has created it if this was our first attempt.
      return wait(row, now, { ...(row.triedFrom === null && { isOurs: false }), looks: DUPLICATE });
    case "refused":
      return step === "create"
        ? set({ ...untried(row), ...settled(row, "refused", now), problems: [outcome.reason], notBefore: now + DAY_MS })
        : wait(row, now, { problems: [outcome.reason] });
    case "later":
      return set(
        {
          // What the look before said still holds.
          ...(step === "create" && { ...untried(row), looks: row.looks }),
          ...(!outcome.forAll && outcome.fault && { problems: [outcome.fault] }),
          notBefore: now + outcome.waitMs,
        },
        false,
      );
    case "unclear":
      return wait(row, now, UNCLEAR[step] ?? {});
  }
}

/** What an outcome that is not known leaves to find out. */
const UNCLEAR: Partial<Record<HostnameStep, Settable>> = { create: { looks: 0 }, delete: { looks: MAYBE_DELETED } };

const set = (change: Settable, isAnswered = true): HostnameChange => ({ drop: false, set: change, isAnswered });

/** Tries again after a pause that grows with failures in a row. */
function wait(row: HostnameRow, now: number, change: Settable): HostnameChange {
  const pause = Math.min(HOUR_MS, 15 * SECOND_MS * 2 ** Math.min(row.failures, 10));
  return set({ ...change, failures: row.failures + 1, notBefore: now + pause }, change.problems !== undefined);
}

/** The note of this attempt is taken back, but not that of an earlier one. */
const untried = (row: HostnameRow) => ({ triedFrom: row.triedFrom, triedUntil: row.triedUntil });

const settled = (row: HostnameRow, state: HostnameRow["state"], now: number) => ({
  state,
  failures: 0,
  checkedAt: now,
  ...(row.state !== state && { changedAt: now }),
});

function found(row: HostnameRow, step: HostnameStep, remote: RemoteHostname, now: number): HostnameChange {
  const state = stateOf(remote);
  const isOurs = step === "create" || (step === "find" ? isOurCreation(row, remote) : row.isOurs);
  const looks = state !== row.state || step === "validate" ? 1 : Math.max(0, row.looks) + 1;
  const { id, hostnameStatus, certificateStatus, records, problems } = remote;
  const learnt = { cloudflareId: id, isOurs, hostnameStatus, certificateStatus, records, problems };
  const notBefore = row.unwanted ? 0 : now + pauseOf(state, looks);
  return set({ ...learnt, triedFrom: null, triedUntil: null, ...settled(row, state, now), looks, notBefore });
}

/**
 * Whether a hostname that was found is the one that an attempt with an unknown outcome made: it was created while we tried. Before
 * the first attempt we looked, and there was none.
 */
function isOurCreation({ isOurs, triedFrom, triedUntil }: HostnameRow, { createdAt }: RemoteHostname): boolean {
  if (isOurs === false || createdAt === null || triedFrom === null || triedUntil === null) return false;
  return createdAt >= triedFrom - BEHIND_MS && createdAt <= triedUntil + DONE_WITHIN_MS;
}

const ELSEWHERE =
  "Another zone at Cloudflare has this hostname. Its owner has to remove it there before it can be added here.";

function missing(row: HostnameRow, step: HostnameStep, now: number): HostnameChange {
  const mayCome = row.triedUntil !== null && now < row.triedUntil + DONE_WITHIN_MS;
  if (step === "find" && row.unwanted && mayCome) return wait(row, now, {});
  if (step === "delete" || row.unwanted) return { drop: true };
  if (step === "find") {
    const isElsewhere = row.looks === DUPLICATE && (row.isOurs === false || row.failures >= VAIN_FAILURES);
    // An attempt whose outcome is not known stays noted until it can't be done any more.
    if (isElsewhere && row.isOurs !== false && mayCome) return wait(row, now, {});
    if (isElsewhere)
      return set({ ...NEW, ...settled(row, "refused", now), problems: [ELSEWHERE], notBefore: now + 6 * HOUR_MS });
    // If we tried before, it may not be visible yet: the note stays, and after the next attempt we look again.
    return row.triedFrom === null ? set({ looks: 1, notBefore: now }, false) : wait(row, now, { looks: 1 });
  }
  // We deleted it ourselves, and somebody wants it again.
  if (row.looks === MAYBE_DELETED) return set(anew(now), false);
  // Cloudflare deletes what nobody validated for a week. It is created again after a day.
  return set({ ...NEW, ...settled(row, "expired", now), notBefore: now + DAY_MS });
}

function stateOf({ hostnameStatus, certificateStatus }: RemoteHostname): HostnameRow["state"] {
  if (/blocked/.test(hostnameStatus)) return "blocked";
  if (/moved|delet/.test(hostnameStatus)) return "moved";
  return hostnameStatus.startsWith("active") && certificateStatus === "active" ? "active" : "pending";
}

/** How long until the next look: from a minute up to four hours, as Cloudflare's own validation; a day once nothing changes. */
function pauseOf(state: HostnameRow["state"], looks: number): number {
  if (state === "pending") return Math.min(4 * HOUR_MS, Math.round(MINUTE_MS * 1.3 ** Math.min(looks - 1, 60)));
  return state === "moved" ? 6 * HOUR_MS : DAY_MS;
}
