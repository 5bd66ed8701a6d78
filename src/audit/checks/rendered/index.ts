import type { RenderedCheck } from "../define";

/** Every check of a page against its rendered self. A contract test holds this list and the folder together. */
export const RENDERED_CHECKS: readonly RenderedCheck[] = [];
