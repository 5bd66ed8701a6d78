import type { Citation } from "../core/analysis/types";

/** Builds a citation from what is known. `span`: UTF-16 offsets in the whole answer; one that ends before it begins says nothing. */
export function citation(
  url: string,
  title: string | null | undefined,
  span: { start: number; end: number } | null,
): Citation {
  const made: Citation = { url };
  if (title) made.title = title;
  if (span && span.start >= 0 && span.start <= span.end) {
    made.start = span.start;
    made.end = span.end;
  }
  return made;
}
