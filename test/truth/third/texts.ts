import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { CACHE } from "../unseen/cache.ts";

/** A real article: a page of GNOME's help in one of its translations, which are not all complete. */
export interface Article {
  slug: string;
  title: string;
  lead: string;
  blocks: { heading: string; paragraphs: string[]; steps: string[] }[];
}

const ENTITIES: Record<string, string> = { "&lt;": "<", "&gt;": ">", "&amp;": "&", "&quot;": '"', "&apos;": "'" };

const plain = (text: string): string =>
  text
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/&(?:lt|gt|amp|quot|apos);/g, (each) => ENTITIES[each]!)
    .replaceAll(/\s+/g, " ")
    .trim();

/** Reads the articles of a translation that have text of some length, in the order of their files. */
export function articles(language: string, count: number): Article[] {
  const folder = path.join(CACHE, "gnome-user-docs/usr/share/help", language, "gnome-help");
  const names = readdirSync(folder).filter((name) => name.endsWith(".page"));
  const all = names.toSorted().map((name) => read(name.slice(0, -5), readFileSync(path.join(folder, name), "utf8")));
  return all.filter(({ blocks }) => blocks[0]!.paragraphs.length > 1).slice(0, count);
}

function read(slug: string, source: string): Article {
  const lead = plain(/<desc>([\s\S]*?)<\/desc>/.exec(source)?.[1] ?? "");
  const body = source.replace(/<info>[\s\S]*?<\/info>/, "").replaceAll(/<!--[\s\S]*?-->/g, "");
  const article: Article = { slug, title: "", lead, blocks: [{ heading: "", paragraphs: [], steps: [] }] };
  let steps = false;
  for (const [, tag, inner, end, list] of body.matchAll(
    /<(title|p)\b[^>]*>([\s\S]*?)<\/\1>|<(\/?)(steps|list)\b[^>]*>/g,
  )) {
    if (list) steps = end === "";
    else if (tag === "title" && article.title === "") article.title = plain(inner!);
    else if (tag === "title") article.blocks.push({ heading: plain(inner!), paragraphs: [], steps: [] });
    else if (plain(inner!) !== "")
      (steps ? article.blocks.at(-1)!.steps : article.blocks.at(-1)!.paragraphs).push(plain(inner!));
  }
  return article;
}

/** Characters that Markdown would read. */
const escaped = (text: string) => text.replaceAll(/[\\`*_{}[\]<>#|$]/g, "\\$&");

/** An article as its writer has it in Markdown. `level`: of its first headings. */
export function markdown({ blocks }: Article, level = 2): string {
  return blocks
    .map(({ heading, paragraphs, steps }) =>
      [
        heading && `${"#".repeat(level)} ${escaped(heading)}`,
        ...paragraphs.map(escaped),
        steps.map((each, i) => `${i + 1}. ${escaped(each)}`).join("\n"),
      ]
        .filter(Boolean)
        .join("\n\n"),
    )
    .join("\n\n");
}
