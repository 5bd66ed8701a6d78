import * as z from "zod";
import { MAX_PATH_LENGTH } from "./visit-path";
import { REFERRAL_WAYS } from "./referral-ways";

/** A person whom an assistant sent. Thanks to the id, it can't count twice. */
export const ReferralEvent = z.object({
  id: z.string().min(1).max(200),
  domainId: z.string().min(1),
  /** Epoch ms. */
  at: z.number(),
  /** Canonical path without its query, which may identify somebody. */
  path: z.string().max(MAX_PATH_LENGTH),
  /** The assistant's id in the catalogue. */
  assistant: z.string().max(50),
  way: z.enum(REFERRAL_WAYS),
});
export type ReferralEvent = z.infer<typeof ReferralEvent>;
