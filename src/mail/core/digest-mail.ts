import { escapeHtml } from "../../lib/text/html";
import { oneLine, visibleText } from "../../lib/text/strangers-text";
import type { Mail } from "./mails";

/** One thing that changed, or that is to do, and where to read more. */
export interface DigestPart {
  text: string;
  url: string;
}

/** The week of a domain. One click on `unsubscribeUrl`, or the mail program's own button (RFC 8058), ends these mails. */
export function digestMail(
  to: string,
  {
    domain,
    subject,
    parts,
    unsubscribeUrl,
  }: { domain: string; subject: string; parts: readonly DigestPart[]; unsubscribeUrl: string },
): Mail {
  const about = `${domain} in the last seven days`;
  const end = `You get this mail on Mondays if something has changed. No more mails about ${domain}:`;
  const clean = parts.map(({ text, url }) => ({ text: visibleText(text), url }));
  const text = [about, ...clean.map((part) => `${part.text}\n${part.url}`), `${end}\n${unsubscribeUrl}`];
  const html = [
    `<h1>${escapeHtml(about)}</h1>`,
    ...clean.map(({ text: said, url }) => `<p>${escapeHtml(said)}<br><a href="${escapeHtml(url)}">Show it</a></p>`),
    `<p>${escapeHtml(end)} <a href="${escapeHtml(unsubscribeUrl)}">unsubscribe</a></p>`,
  ];
  return {
    to,
    subject: oneLine(subject),
    text: `${text.join("\n\n")}\n\nCrawlready\n`,
    html: `<!doctype html><html lang="en"><body>${html.join("")}<p>Crawlready</p></body></html>`,
    headers: {
      "List-Unsubscribe": `<${unsubscribeUrl}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  };
}
