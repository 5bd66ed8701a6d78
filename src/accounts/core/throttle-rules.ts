import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../lib/time";
import type { ThrottleRule } from "./attempt-throttle";

/** Wrong passwords for one email from one address: 1 s after the eleventh, a quarter of an hour from the twenty-first on. */
export const PAIR_RULE: ThrottleRule = {
  free: 10,
  baseMs: SECOND_MS,
  maxMs: 15 * MINUTE_MS,
  forgetMs: 10 * MINUTE_MS,
};

/** Wrong passwords for one email from everywhere. Soft: it slows many addresses down, and holds an owner up for half a minute. */
export const ACCOUNT_RULE: ThrottleRule = { free: 100, baseMs: SECOND_MS, maxMs: 30 * SECOND_MS, forgetMs: MINUTE_MS };

/** Wrong passwords from one address for any email: an office of people makes a few, somebody who tries a list many. */
export const ADDRESS_RULE: ThrottleRule = {
  free: 50,
  baseMs: SECOND_MS,
  maxMs: 5 * MINUTE_MS,
  forgetMs: MINUTE_MS,
};

/** Mails that strangers can cause to one recipient. Past it nothing is sent, and nothing told. */
export const MAIL_RULE: ThrottleRule = { free: 4, baseMs: MINUTE_MS, maxMs: 6 * HOUR_MS, forgetMs: HOUR_MS };

/** A code of an authenticator app signs in once. It would be taken for a minute and a half. */
export const CODE_RULE: ThrottleRule = {
  free: 0,
  baseMs: 2 * MINUTE_MS,
  maxMs: 2 * MINUTE_MS,
  forgetMs: 2 * MINUTE_MS,
};

/** Failed verifications of one domain by one account: 5 s after the eleventh, a quarter of an hour from the nineteenth on. */
export const VERIFY_PAIR_RULE: ThrottleRule = {
  free: 10,
  baseMs: 5 * SECOND_MS,
  maxMs: 15 * MINUTE_MS,
  forgetMs: 10 * MINUTE_MS,
};

/** Failed verifications of one account, whatever the domain. */
export const VERIFY_ACCOUNT_RULE: ThrottleRule = {
  free: 50,
  baseMs: 5 * SECOND_MS,
  maxMs: 15 * MINUTE_MS,
  forgetMs: MINUTE_MS,
};

/** Looks at one host for anybody. Soft: it slows many accounts down, and holds an honest one up for half a minute. */
export const VERIFY_HOST_RULE: ThrottleRule = {
  free: 60,
  baseMs: SECOND_MS,
  maxMs: 30 * SECOND_MS,
  forgetMs: MINUTE_MS,
};

/** How long an address that signed in to an account is not held up by others' failures. */
export const TRUST_MS = 30 * DAY_MS;
