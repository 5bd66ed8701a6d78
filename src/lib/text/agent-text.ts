/** A link as an agent knows it. `name`: empty if it has none. */
export interface AgentLink {
  href: string;
  name: string;
}

/** What an agent reads of a page. */
export interface AgentView {
  title: string;
  text: string;
  links: AgentLink[];
  /** The page has a form with room for a message. */
  hasForm: boolean;
  /** Blocks of structured data, as written. The accessibility tree has none. */
  data: string[];
}

/** Characters of a page that an agent reads. */
export const MAX_AGENT_TEXT = 400_000;
const MAX_LINKS = 1_000;
const fold = (text: string) => text.replaceAll(/\s+/g, " ").trim();

/** What agents read of a page in Markdown. */
export function markdownView(markdown: string): AgentView {
  const text = markdown.slice(0, MAX_AGENT_TEXT);
  const links: AgentLink[] = [];
  for (const [, name, href] of text.matchAll(/\[([^[\]]{0,200})\]\(([^()\s]{1,2000})[^()]{0,200}\)/g))
    if (links.push({ href: href!, name: fold(name!) }) >= MAX_LINKS) break;
  const title = fold(/^#[ \t]+([^\n]{1,200})/m.exec(text)?.[1] ?? "");
  return { title, text: fold(text.replaceAll(/[*_`#>|]/g, " ")), links, hasForm: false, data: [] };
}
