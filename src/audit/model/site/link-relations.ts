import type { AuditedPage } from "../page/page";

/** A link of a Link header (RFC 8288). */
export interface HeaderLink {
  href: string;
  rels: string[];
  type: string | null;
}

const MAX_LINKS = 50;

/** The links of a Link header, as written. */
export function headerLinks(header: string | undefined): HeaderLink[] {
  if (header === undefined) return [];
  const links: HeaderLink[] = [];
  for (const part of header.split(/,(?=\s*<)/).slice(0, MAX_LINKS)) {
    const match = /^\s*<([^>]*)>(.*)$/s.exec(part);
    if (!match) continue;
    const rels = parameter(match[2]!, "rel")?.toLowerCase().split(/\s+/).filter(Boolean) ?? [];
    links.push({ href: match[1]!.trim(), rels, type: parameter(match[2]!, "type")?.toLowerCase() ?? null });
  }
  return links;
}

function parameter(parameters: string, name: string): string | null {
  const match = new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^",;\\s]+))`, "i").exec(parameters);
  return match?.[1] ?? match?.[2] ?? null;
}

/** Where a page says that its Markdown is: in a Link header or a link element; null: nowhere. */
export function markdownTwinOf({ headers, facts }: Pick<AuditedPage, "headers" | "facts">): string | null {
  const link = headerLinks(headers["link"]).find(
    ({ rels, type }) => rels.includes("alternate") && type?.startsWith("text/markdown"),
  );
  return link?.href ?? facts?.markdownTwin ?? null;
}
