/** The URL if a link may lead there: http(s), of a reasonable length. A stranger's `javascript:` is only ever text. */
export function safeHref(url: string): string | null {
  if (url.length > 4_096) return null;
  const parsed = URL.parse(url);
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.href : null;
}
