import { ownCode } from "./own-code.ts";

const DOMAIN = "www.bicycles.example";
const SERVICE = "https://crawlready.example";

/** The service's own functions: what a week's figures say, and the mail of it. */
const ENTRY = `
  import { digestOf, firstLine } from "./src/automation/digest/core/digest";
  import { digestMail } from "./src/mail/core/digest-mail";
  import { MAIL_PAGES } from "./src/lib/hosts/page-paths";
  export { digestOf, firstLine, digestMail, MAIL_PAGES };`;

interface Functions {
  digestOf: (
    domain: string,
    runs: object,
    visits: object,
  ) => { subject: string; lines: Array<{ text: string; page: string }> };
  firstLine: (first: { title: string; todo: string }) => string;
  MAIL_PAGES: { digest: string };
  digestMail: (to: string, about: object) => { subject: string; text: string; html: string };
}

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

const inProgram = (
  subject: string,
  body: string,
) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Mail</title></head>
<body style="margin: 0; background: #fff; color: #1f2328; font-family: sans-serif"><div id="picture" style="width: 700px; padding: 16px">
<div style="border-bottom: 1px solid #d1d9e0; padding-bottom: 8px; margin-bottom: 12px; font-size: 14px"><b>${escaped(subject)}</b><br>Crawlready</div>
${body}</div></body></html>`;

/** A weekly mail as mail programs show it: its HTML, and its plain text. */
export async function mailPages(): Promise<{ html: string; text: string }> {
  const { digestOf, firstLine, digestMail, MAIL_PAGES } = await ownCode<Functions>(ENTRY);
  const runs = { runId: "r", health: 83, issueCount: 41, before: { health: 78, issueCount: 52 } };
  const { subject, lines } = digestOf(DOMAIN, runs, { now: 1_284, before: 1_003 });
  const site = `${SERVICE}/app/site/${DOMAIN}`;
  const urls: Record<string, string> = {
    run: `${site}/audits/0d5c1f7e-6c0e-4b0a-9a55-2f0f6a1d3b7c`,
    crawlers: `${site}/crawlers`,
  };
  const parts = lines.map(({ text, page }) => ({ text, url: urls[page]! }));
  const first = { title: "Internal links lead to missing pages", todo: "Correct or remove the links on 3 pages." };
  parts.push({ text: firstLine(first), url: `${urls["run"]!}/issues/broken_internal_link` });
  const unsubscribeUrl = `${SERVICE}${MAIL_PAGES.digest}?domain=5f1c&user=9b2e&key=7730491`;
  const mail = digestMail("owner@bicycles.example", { domain: DOMAIN, subject, parts, unsubscribeUrl });
  const body = mail.html.replace(/^.*<body>|<\/body>.*$/gs, "");
  const plain = `<pre style="margin: 0; font-size: 13px; white-space: pre-wrap">${escaped(mail.text)}</pre>`;
  return { html: inProgram(mail.subject, body), text: inProgram(mail.subject, plain) };
}
