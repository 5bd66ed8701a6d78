import { oneLine } from "../../lib/text/strangers-text";
import { isLanguage, languageOf, TEMPLATES, type Intent } from "./prompt-templates";

/** A page of the monitored site that an audit found sound. */
export interface VisitedPage {
  path: string;
  /** Title as its snapshot has it; empty if unknown. */
  title: string;
  /** Crawler visits in the window. */
  visits: number;
}

export interface PromptSuggestion {
  promptText: string;
  intent: Intent;
  language: string;
  /** What the prompt asks about. */
  topic: string;
  path: string;
  crawlerVisits: number;
}

interface Site {
  domain: string;
  /** The brand and its aliases: a prompt should not name them. */
  names: readonly string[];
  /** Texts of the domain's prompts. */
  existing: readonly string[];
}

const MAX_TOPIC = 80;
const MAX_WORDS = 10;
/** Titles longer than that are cut before anything reads them. */
const MAX_TITLE = 300;
/** Pages about the site itself, not about what it offers. */
const GENERIC =
  /^(?:home(?:page)?|start(?:seite)?|index|contact(?: us)?|kontakt|about(?: us)?|über uns|impressum|imprint|privacy(?: policy)?|datenschutz\p{L}*|terms?(?: .*)?|agb|log ?in|sign ?(?:in|up)|register|cart|checkout|search|404.*|not found|error|accueil|inicio|cookies?|sitemap|untitled|blog|news|faq)$/iu;

/**
 * Proposes prompts from a site's pages, the most crawled first: one per topic, none about a topic that a prompt of the
 * domain already names. Titles are strangers' text: they end up shortened, without markup, inside quotes.
 */
export function suggestPrompts(pages: readonly VisitedPage[], site: Site, limit: number): PromptSuggestion[] {
  const existing = site.existing.map(plain);
  const seen = new Set<string>();
  const suggestions: PromptSuggestion[] = [];
  const sorted = [...pages].sort((a, b) => b.visits - a.visits || (a.path < b.path ? -1 : 1));
  for (const { path, title, visits } of sorted) {
    if (suggestions.length >= limit) break;
    const topic = topicOf(title, site.names) ?? topicOf(wordsOf(path), site.names);
    if (topic === null) continue;
    const key = plain(topic);
    if (seen.has(key) || existing.some((text) => hasWords(text, key))) continue;
    seen.add(key);
    const language = languageOf(site.domain, path, topic);
    const templates = TEMPLATES[language];
    const [intent, template] = templates[suggestions.length % templates.length]!;
    const promptText = template.replace("{}", () => topic);
    suggestions.push({ promptText, intent, language, topic, path, crawlerVisits: visits });
  }
  return suggestions;
}

/** The part of a title that names what the page is about; null if it has none. */
function topicOf(title: string, names: readonly string[]): string | null {
  const text = cleaned(title.slice(0, MAX_TITLE));
  const own = names.map(plain).filter((name) => name !== "");
  const parts = text.split(/\s+[|·•»«>–—-]\s+|\s*[|:•»]\s+/u).map((part) => part.trim());
  const topic = parts.find((part) => {
    const letters = part.match(/\p{L}/gu)?.length ?? 0;
    const compared = plain(part);
    return (
      letters >= (/[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(part) ? 2 : 3) &&
      !GENERIC.test(part) &&
      !own.some((name) => hasWords(compared, name))
    );
  });
  if (topic === undefined || topic.length > MAX_TOPIC || topic.split(" ").length > MAX_WORDS) return null;
  return topic;
}

/** A title as plain words: no markup, links, quotes, brackets, control characters or direction marks. */
function cleaned(title: string): string {
  return oneLine(title.normalize("NFKC"))
    .replaceAll(/<[^<>]*>/g, " ")
    .replaceAll(/https?:\/\/\S+/gi, " ")
    .replaceAll(/\p{Cn}/gu, " ")
    .replaceAll(/["“”„«»‹›'‘’`´<>[\]{}()\\*_#~^=$%]/gu, " ")
    .replaceAll(/\s+/g, " ")
    .replace(/^[\s.,;:!?-]+|[\s.,;:!?-]+$/g, "")
    .trim();
}

/** The words of the last part of a path: /pricing/team-plans.html gives "team plans". */
function wordsOf(path: string): string {
  let decoded = path.slice(0, MAX_TITLE);
  try {
    decoded = decodeURIComponent(decoded);
  } catch {
    return "";
  }
  const parts = decoded.replace(/[?#].*$/s, "").split("/");
  const last = parts.findLast((part) => part !== "") ?? "";
  if (isLanguage(last) || /\d{3,}/.test(last)) return "";
  return last.replace(/\.[a-z]{2,5}$/i, "").replaceAll(/[-_+]+/g, " ");
}

const plain = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();

/** Scripts that write no spaces between words, or attach particles to them. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** Whether a plain text has a plain phrase as whole words. */
function hasWords(text: string, phrase: string): boolean {
  return UNSPACED.test(phrase) ? text.includes(phrase) : ` ${text} `.includes(` ${phrase} `);
}
