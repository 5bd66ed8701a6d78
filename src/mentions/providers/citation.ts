import type { Citation } from "../core/analysis/types";

/** A citation with what is known of it. `span`: UTF-16 offsets in the answer's whole text. */
export function citation(
  url: string,
  title: string | null | undefined,
  span: { start: number; end: number } | null,
): Citation {
  const made: Citation = { url };
  if (title) made.title = title;
  if (span) {
    made.start = span.start;
    made.end = span.end;
  }
  return made;
}
