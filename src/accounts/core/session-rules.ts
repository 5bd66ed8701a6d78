import { DAY_MS } from "../../lib/time/time";

/** Maximum sessions of a user; a new one ends the oldest. */
export const MOST_SESSIONS = 50;

/** Maximum lifetime of a session, however often it is extended. */
export const LONGEST_SESSION_MS = 90 * DAY_MS;
