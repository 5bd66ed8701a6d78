/** Values of one field on a page. */
export const MAX_VALUES = 10;
export const VALUE_CHARS = 500;
/** All values of a page. */
export const PAGE_CHARS = 4_000;
/** White space counts until a text is folded. */
export const RAW_CHARS = 4 * VALUE_CHARS;
/** What regular expressions search of a page. */
export const SOURCE_CHARS = 1_000_000;
/** Steps for all XPath expressions of a page, and for all regular expressions: up to 0.15 s and 0.1 s. */
export const XPATH_STEPS = 1_000_000;
export const PATTERN_STEPS = 5_000_000;
