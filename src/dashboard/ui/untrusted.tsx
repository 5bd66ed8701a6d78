import { cleanText } from "../../lib/text/strangers-text";
import { safeHref } from "./safe-href";

/** Text of a crawled page, a visitor or an AI answer. It never affects what surrounds it. */
export function Untrusted({ text, max = 200 }: { text: string | null | undefined; max?: number }) {
  if (text === null || text === undefined || text === "") return <span class="muted">none</span>;
  const shown = cleanText(text, max);
  return <bdi title={shown.endsWith("…") ? cleanText(text, 1_000) : undefined}>{shown}</bdi>;
}

/** A link to a stranger's page; plain text unless it is http(s). */
export function UntrustedLink({ url, text, max = 120 }: { url: string; text?: string; max?: number }) {
  const href = safeHref(url);
  const label = <Untrusted text={text ?? url} max={max} />;
  if (href === null) return label;
  return (
    <a href={href} rel="noopener nofollow ugc" target="_blank">
      {label}
    </a>
  );
}
