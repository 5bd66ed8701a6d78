import type { SiteCheck } from "../define";

/** Every check of the site as a whole. A contract test holds this list and the folder together. */
export const SITE_CHECKS: readonly SiteCheck[] = [];
