/** Punycode (RFC 3492): its parameters for host names. */
const [BASE, T_MIN, T_MAX, SKEW, DAMP, FIRST_BIAS, FIRST_CODE] = [36, 1, 26, 38, 700, 72, 128];
const MAX_LABEL = 63;

/** The text of a label without its `xn--`; null if it is none. Bounded: labels have 63 characters. */
function decoded(label: string): string | null {
  const basic = label.lastIndexOf("-");
  const codes = Array.from(label.slice(0, Math.max(0, basic)), (char) => char.charCodeAt(0));
  let [code, bias, i, at] = [FIRST_CODE, FIRST_BIAS, 0, basic < 0 ? 0 : basic + 1];
  while (at < label.length) {
    const before = i;
    for (let weight = 1, k = BASE; ; k += BASE) {
      const digit = Number.parseInt(label[at++] ?? "", 36);
      if (Number.isNaN(digit)) return null;
      // Letters are 0 to 25, digits are 26 to 35.
      const value = digit < 10 ? digit + 26 : digit - 10;
      i += value * weight;
      const threshold = Math.min(Math.max(k - bias, T_MIN), T_MAX);
      if (value < threshold) break;
      weight *= BASE - threshold;
    }
    const length = codes.length + 1;
    let delta = before === 0 ? Math.floor(i / DAMP) : Math.floor((i - before) / 2);
    delta += Math.floor(delta / length);
    let k = 0;
    for (; delta > ((BASE - T_MIN) * T_MAX) / 2; k += BASE) delta = Math.floor(delta / (BASE - T_MIN));
    bias = k + Math.floor(((BASE - T_MIN + 1) * delta) / (delta + SKEW));
    code += Math.floor(i / length);
    i %= length;
    if (code > 0x10_ff_ff) return null;
    codes.splice(i++, 0, code);
  }
  return String.fromCodePoint(...codes);
}

/** Scripts that one label may have together: those that people write together. */
const TOGETHER = [
  /^[\p{scx=Latin}\d-]+$/u,
  /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}a-z\d-]+$/u,
  /^[\p{scx=Han}\p{scx=Hangul}a-z\d-]+$/u,
  /^[\p{scx=Arabic}\d-]+$/u,
  /^[\p{scx=Hebrew}\d-]+$/u,
  /^[\p{scx=Thai}\d-]+$/u,
  /^[\p{scx=Devanagari}\d-]+$/u,
  /^[\p{scx=Armenian}\d-]+$/u,
  /^[\p{scx=Georgian}\d-]+$/u,
  /^[\p{scx=Greek}\d-]+$/u,
  /^[\p{scx=Cyrillic}\d-]+$/u,
];
/** Letters of these scripts that look like Latin ones: a word of them alone may pass for another name. */
const LIKE_LATIN = /^[аԁеһіјӏорԛѕսԝхугԍьвкмтнпαεινοπρτυχωκ\d-]+$/u;
/** Latin letters that look like others: a dotless i, a slashed l, an open e, letters of phonetics. */
const LOOKS_ODD = /[ıłøđħŧœæəɑɡɩʟɪʀᴀ-ᶿꞌʼ]/u;

function shownLabel(label: string): string | null {
  if (!label.startsWith("xn--")) return label;
  if (label.length > MAX_LABEL) return null;
  const text = decoded(label.slice(4));
  if (text === null || text === "" || text.normalize("NFC") !== text) return null;
  if (!TOGETHER.some((script) => script.test(text)) || LIKE_LATIN.test(text) || LOOKS_ODD.test(text)) return null;
  return text;
}

/**
 * A host name as its owner writes it (`bücher.example`), if it can't be taken for another one: each label of one script,
 * not made of letters that look Latin, and what the platform turns back into the same name. Otherwise, and for every
 * other host, the name itself.
 */
export function shownHost(host: string): string {
  if (!host.includes("xn--")) return host;
  const [name = "", port] = host.split(":", 2);
  const labels = name.split(".").map(shownLabel);
  if (labels.some((label) => label === null)) return host;
  const shown = labels.join(".");
  if (URL.parse(`https://${shown}/`)?.hostname !== name) return host;
  return port === undefined ? shown : `${shown}:${port}`;
}
