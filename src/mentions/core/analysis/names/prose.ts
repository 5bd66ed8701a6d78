import { parse } from "tldts";
import { clustersOf, foldCluster } from "../words/fold";

/** The readable part of an answer, folded for comparing names, with offsets into the stored text. */
export interface Prose {
  text: string;
  /** For each UTF-16 unit of `text`, its start and end in the stored answer. */
  starts: number[];
  ends: number[];
}

/** A range of the stored answer that the provider marked as an inline citation of `url`. */
export interface CitationSpan {
  url: string;
  start?: number;
  end?: number;
}

/** Replaces a character that readers don't see. Replacements keep the length, so offsets stay valid. */
const CUT = "\0";
const cut = (whole: string) => CUT.repeat(whole.length);
const gap = (whole: string) => ` ${CUT.repeat(whole.length - 1)}`;
const keep = (part: string, whole: string) => part + CUT.repeat(whole.length - part.length);

const ENTITIES: Record<string, string> = { amp: "&", quot: '"', apos: "'", lt: "<", gt: ">", nbsp: " ", "#39": "'" };
const URL_CHARS = String.raw`[^\s<>()\[\]"'\u0060\u0250-\uffff]`;
const TARGET = String.raw`\((?:[^()\s]|\([^()\s]*\))*(?:\s+"[^"\n]*")?\)`;
const LINK = String.raw`\[[^\[\]\n]*\]${TARGET}`;

const CITED_LINKS = new RegExp(String.raw`\(\s*${LINK}(?:[\s,;]+${LINK})*\s*\)`, "g");
const IMAGE = new RegExp(String.raw`!${LINK}`, "g");
const NUMBERED_LINK = new RegExp(String.raw`\[\[?\^?\d{1,3}\]?\]${TARGET}`, "g");
const LABELLED_LINK = new RegExp(String.raw`\[([^\[\]\n]*)\]${TARGET}`, "g");
const BARE_URL = new RegExp(String.raw`<?\b(?:https?|ftp):\/\/${URL_CHARS}+>?`, "gi");
/** A path begins in lower case. "Monday.com/Asana" is two names. */
const HOST_WITH_PATH = new RegExp(
  String.raw`(?<![\w.@/-])((?:[A-Za-z\d-]+\.)+[A-Za-z]{2,24})(\/(?![A-Z])${URL_CHARS}*)`,
  "g",
);

/** Whether the text ends like a host name: in a public suffix, or in one reserved for examples and tests (RFC 2606). */
export function isHost(text: string): boolean {
  if (!/^[a-z\d.-]+$/i.test(text)) return false;
  return parse(text).isIcann === true || /\.(?:example|test|invalid|localhost)$/i.test(text);
}

/** Removes scripts and style sheets with their content: readers don't see it. */
function cutCode(text: string): string {
  let kept = text;
  for (const name of ["script", "style"]) {
    const parts: string[] = [];
    let from = 0;
    const opening = new RegExp(`<${name}(?=[\\s>/])`, "gi");
    const closing = new RegExp(`</${name}\\s{0,9}>`, "gi");
    for (let open = opening.exec(kept); open; open = opening.exec(kept)) {
      closing.lastIndex = open.index;
      const close = closing.exec(kept);
      // An element that never ends takes the rest, as in a browser.
      const end = close === null ? kept.length : close.index + close[0].length;
      parts.push(kept.slice(from, open.index), cut(kept.slice(open.index, end)));
      opening.lastIndex = from = end;
    }
    kept = parts.join("") + kept.slice(from);
  }
  return kept;
}

/** Turns the items of ordered HTML lists into numbered lines. Nested lists count on their own. */
function numberItems(text: string): string {
  const lists: Array<number | null> = [];
  return text.replaceAll(/<(\/?)(ol|ul|li)(?:\s[^<>]*)?>/gi, (tag: string, end: string, name: string) => {
    if (/li/i.test(name)) {
      const last = lists.at(-1);
      if (end !== "" || last === undefined) return end === "" ? gap(tag) : cut(tag);
      const mark = last === null ? "\n- " : `\n${last + 1}.`;
      if (last !== null) lists[lists.length - 1] = last + 1;
      return keep(mark.slice(0, tag.length), tag);
    }
    if (end !== "") lists.pop();
    else lists.push(/ol/i.test(name) ? 0 : null);
    return `\n${CUT.repeat(tag.length - 1)}`;
  });
}

/** Passes over the whole answer, in this order. Each removes one kind of text that is not prose. */
const PASSES: Array<(text: string) => string> = [
  cutCode,
  numberItems,
  (text) => text.replaceAll(/<br\s*\/?>/gi, (whole) => `\n${CUT.repeat(whole.length - 1)}`),
  (text) => text.replaceAll(/<!--(?:(?!<!--).)*?-->|<\/?[a-z][a-z\d-]*(?:\s[^<>]*)?>/gis, gap),
  (text) => text.replaceAll(/&(amp|quot|apos|lt|gt|nbsp|#39);/g, (whole, name: string) => keep(ENTITIES[name]!, whole)),
  (text) => text.replaceAll(/\ue200[^\ue200\ue201]*\ue201|【[^【】†\n]*†[^【】\n]*】|【\d{1,3}】/g, cut),
  (text) => text.replaceAll(CITED_LINKS, gap).replaceAll(IMAGE, gap).replaceAll(NUMBERED_LINK, cut),
  // Keep the label; remove only the brackets and the target.
  (text) =>
    text.replaceAll(LABELLED_LINK, (whole, label: string) => CUT + label + CUT.repeat(whole.length - label.length - 1)),
  (text) => text.replaceAll(/^\s{0,3}\[\^?[\w-]{1,40}\]:.*$/gm, cut),
  (text) => text.replaceAll(/\[\^?\d{1,3}(?:\s*[,\u2013-]\s*\d{1,3})*\]|\[\^[\w-]{1,40}\]/g, cut),
  (text) => text.replaceAll(BARE_URL, gap),
  (text) => text.replaceAll(HOST_WITH_PATH, (whole, host: string) => (isHost(host) ? keep(host, whole) : whole)),
  (text) => text.replaceAll(/^[ \t]{0,3}(?:#{1,6}[ \t]|(?:>[ \t]?)+)/gm, cut),
  (text) => text.replaceAll(/\*\*+|__+|~~|`+/g, cut),
  (text) => text.replaceAll(/(?<![\p{L}\p{N}\\])\*(?=\S)([^*\n]+)\*/gu, (_, part: string) => CUT + part + CUT),
  // A single * or _ is emphasis unless it is between two letters, as in E*TRADE.
  (text) => text.replaceAll(/(?<![\p{L}\p{N}\\])[*_]|(?<!\\)[*_](?![\p{L}\p{N}])/gu, CUT),
  (text) => text.replaceAll(/\\(?=[!-/:-@[-`{-~])/g, CUT),
];

/** Longest citation markup: a label and a URL. */
const MAX_MARK = 4_096;

/** Whether the marked range is citation markup. Some vendors mark the supported sentence instead. */
function isInlineCitation(span: string, url: string): boolean {
  return span.includes("](") || span.includes(url) || /^[\s([【]*\d{1,3}[\s)\]】]*$/.test(span);
}

/**
 * Extracts the prose of an answer: removes Markdown, link targets, citations and bare URLs, folds letters and keeps
 * offsets.
 */
export function readProse(answer: string, citations: readonly CitationSpan[]): Prose {
  let masked = answer.replaceAll(CUT, " ");
  for (const { url, start, end } of citations) {
    if (start === undefined || end === undefined || start < 0 || end <= start || end > answer.length) continue;
    if (end - start > MAX_MARK) continue;
    if (!isInlineCitation(answer.slice(start, end), url)) continue;
    masked = masked.slice(0, start) + gap(masked.slice(start, end)) + masked.slice(end);
  }
  for (const pass of PASSES) masked = pass(masked);
  return fold(masked);
}

function fold(masked: string): Prose {
  const parts: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  for (const match of clustersOf(masked)) {
    if (match[0].startsWith(CUT)) continue;
    const folded = foldCluster(match[0]);
    parts.push(folded);
    for (let i = 0; i < folded.length; i++) {
      starts.push(match.index);
      ends.push(match.index + match[0].length);
    }
  }
  return { text: parts.join(""), starts, ends };
}
