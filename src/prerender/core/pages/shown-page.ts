import { BLANK_CHARS, type PageProbe } from "./readiness";

/** A page with more text than this does not look unfinished, whatever it showed first. */
export const SHORT_TEXT = 1_000;

/** Text that a page shows only while it loads, as a whole line. */
const LOADING_LINE =
  /^(loading|please wait|wird geladen|lädt|bitte warten|chargement|cargando|caricamento|carregando|загрузка|読み込み中|加载中)( [\p{L}]+){0,3} ?(\.{1,3}|…)?$/iu;
/** The same, of words that headings may begin with, too: only with dots at its end. */
const WAITING_LINE =
  /^(fetching|getting|retrieving|preparing|connecting|initiali[sz]ing|starting|processing|updating|syncing|searching|one moment|just a moment|hold on|laden|laster|laddar|indlæser|ladataan|ładowanie|načítání|betöltés|yükleniyor|завантаження|φόρτωση|טוען|đang tải|memuat|불러오는 중)( [\p{L}]+){0,4} ?(\.{2,3}|…)$/iu;
const isLoading = (line: string) => LOADING_LINE.test(line) || WAITING_LINE.test(line);
const MAX_LINES = 50;

/** What a page shows, as reported by its watch script. */
export interface ShownPage {
  /** Visible text, trimmed and truncated to SHORT_TEXT + 1 characters. */
  text: string;
  /** The first text it showed, truncated to twice that; null: it has shown none. */
  first: string | null;
  /** It has shadow trees, whose text is not part of `text`. */
  shadow: boolean;
  /** A visible element is marked as busy. */
  busy: boolean;
}

/** Judges what a page shows. */
export function judgeShown({
  text,
  first,
  shadow,
  busy,
}: ShownPage): Pick<PageProbe, "chars" | "unchanged" | "loading"> {
  const isShort = text.length <= SHORT_TEXT;
  return {
    chars: text.length < BLANK_CHARS && !shadow ? text.length : BLANK_CHARS,
    unchanged: first === null || (isShort && isAlike(text, first)),
    loading: isShort && (busy || text.split("\n", MAX_LINES).some((line) => isLoading(line.trim()))),
  };
}

/** Most words of the text were there at first. Digits don't count, because clocks and counters change. */
function isAlike(text: string, first: string): boolean {
  const [now, then] = [plain(text), plain(first)];
  if (now === then) return true;
  const known = new Set(then.split(/\s+/));
  const words = now.split(/\s+/);
  return words.filter((word) => known.has(word)).length >= words.length * 0.8;
}

function plain(text: string): string {
  return text.replace(/\d+/g, "");
}
