/** Latin letters that Unicode does not decompose into a base letter and a mark. */
const PLAIN: Record<string, string> = { ø: "o", Ø: "O", ł: "l", Ł: "L", đ: "d", Đ: "D", ı: "i", ħ: "h", Ħ: "H" };
/**
 * Signs that NFKC would turn into letters or digits although they are not part of a name: ™ ® © ℠ and superscript
 * digits.
 */
const SIGNS = /[\u2122\u00ae\u00a9\u2120\u00b9\u00b2\u00b3\u2070-\u2079]/;
/** Soft hyphen, zero-width and direction marks, variation selectors. */
const INVISIBLE = /\u00ad|[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|\p{Variation_Selector}/u;
const QUOTES = /[\u2018\u2019\u201b\u02bc\u00b4]/;
const DASHES = /[\u2010-\u2015\u2212]/;
/**
 * A character with its combining marks. Half-width kana have separate voicing marks. At most 30 marks (UAX #15,
 * stream-safe text), because ordering them takes quadratic time.
 */
const CLUSTER = /[^\p{M}\uff9e\uff9f][\p{M}\uff9e\uff9f]{0,30}|[\p{M}\uff9e\uff9f]{1,30}/gsu;

/**
 * Scripts in which people often omit accents and vowel points. In other scripts a mark makes a different letter: й, が.
 */
const OPTIONAL_MARKS = /[\p{sc=Latin}\p{sc=Greek}\p{sc=Arabic}\p{sc=Hebrew}]/u;

/** The dot under a letter of Indian scripts, which many leave out. */
const NUKTA = /[\u093c\u09bc\u0a3c\u0abc]/g;
/** Letters that are written in two ways: Самолёт and Самолет; Persian and Arabic keyboards. */
const SAME: Record<string, string> = { ё: "е", Ё: "Е", ی: "ي", ى: "ي", ک: "ك" };
const VARIANT = /[ёЁیىک]/gu;

/** Replaces letters that are written in two ways by one of them. */
export function foldVariants(text: string): string {
  return text.replaceAll(VARIANT, (letter) => SAME[letter]!);
}

/** One character with its marks, folded for comparing names: NFKC, optional accents removed, plain quotes and dashes. */
export function foldCluster(cluster: string): string {
  if (cluster.length === 1 && cluster < "\u0080") return cluster;
  // 1️⃣ and ① begin list items, like "1.".
  if (/[\u20e3\u2460-\u2473]/.test(cluster)) return `${cluster.normalize("NFKC").replaceAll(/\D/g, "")}.`;
  const visible = INVISIBLE.test(cluster) ? cluster.replaceAll(new RegExp(INVISIBLE, "gu"), "") : cluster;
  if (visible === "" || SIGNS.test(visible)) return "";
  if (QUOTES.test(visible)) return "'";
  if (DASHES.test(visible)) return "-";
  const composed = visible.normalize("NFKC");
  if (/[\u0900-\u0aff]/.test(composed)) return composed.normalize("NFD").replaceAll(NUKTA, "").normalize("NFC");
  if (!OPTIONAL_MARKS.test(composed)) return foldVariants(composed);
  const base = foldVariants(composed.normalize("NFD").replaceAll(/\p{M}+/gu, ""));
  return base.replaceAll(/[øØłŁđĐıħĦ]/g, (letter) => PLAIN[letter]!);
}

/** Splits a text into clusters, each with its position. */
export function clustersOf(text: string): IterableIterator<RegExpExecArray> {
  return text.matchAll(CLUSTER);
}

/** Folds a name for searching in folded prose. */
export function foldTerm(term: string): string {
  let folded = "";
  for (const [cluster] of clustersOf(term)) folded += foldCluster(cluster);
  return folded.trim().replaceAll(/\s+/g, " ");
}
