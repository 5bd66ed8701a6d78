import type { Bindings } from "../env";
import { indexOf } from "./render-page";

const MAX_PAGES = 500;

/** Titles and descriptions of a domain's cached pages. */
export function describedPages(env: Bindings, domainId: string, now: number) {
  return indexOf(env, domainId).describe(MAX_PAGES, now);
}
