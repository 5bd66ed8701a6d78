/** Direction marks, and controls that no text needs. A stranger's text could use them to reorder what stands around it. */
const HIDDEN = /(?![\t\n\r])[\p{Cc}\p{Bidi_Control}\u200B\u2060-\u2064\uFEFF]/gu;

/** A stranger's text for one place of a page: without direction marks and controls, and at most `max` UTF-16 units long. */
export function cleanText(text: string, max: number): string {
  // Cut twice: before, so that a long text costs nothing, and after, because hidden characters don't count.
  const clean = text.slice(0, max * 4).replace(HIDDEN, "");
  if (clean.length <= max && text.length <= max * 4) return clean;
  return `${clean.slice(0, max).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** The URL if a link may lead there: http(s), of a bearable length. A stranger's `javascript:` is only ever text. */
export function safeHref(url: string): string | null {
  if (url.length > 4_096) return null;
  const parsed = URL.parse(url);
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.href : null;
}
