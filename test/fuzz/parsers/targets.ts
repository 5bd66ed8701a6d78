import { AI } from "./answers.ts";
import { PAGES } from "./pages.ts";
import { SITE_FILES } from "./site-files.ts";
import type { Target } from "./target.ts";
import { TEXTS } from "./texts.ts";

/** Every parser of strangers' text. */
export const TARGETS: readonly Target[] = [...PAGES, ...SITE_FILES, ...TEXTS, ...AI];
