import { DAY_MS } from "../../lib/time";

/** Sessions that a user has at once; a new one ends the oldest. */
export const MOST_SESSIONS = 50;

/** How long a session lasts at most, however often it is prolonged. */
export const LONGEST_SESSION_MS = 90 * DAY_MS;
