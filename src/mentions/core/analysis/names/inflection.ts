/** How the languages of a family change names: what is cut or changed at the end, and what is added. Folded letters. */
interface Family {
  languages: readonly string[];
  /** The script of the names that the family inflects. */
  script: RegExp;
  /** Endings, as alternatives of a regular expression. */
  endings: string;
  /** Changes of the stem before an ending. The first that fits is used beside the unchanged name. */
  changes: ReadonlyArray<[end: RegExp, ...stems: string[]]>;
  /** Forms without an ending: "Ziai" of "Ziaja". */
  whole?: ReadonlyArray<[end: RegExp, form: string]>;
  /** Every word of a name of several words may change: "Яндекс Маркета", "Яндексом". */
  everyWord?: boolean;
}

const LATIN = /^[\p{sc=Latin}\p{N}.&'!+]+$/u;
const CYRILLIC = /^\p{sc=Cyrillic}+$/u;

const FAMILIES: readonly Family[] = [
  {
    languages: ["de", "sv", "da", "no", "nl", "is"],
    script: LATIN,
    endings: "s",
    changes: [],
  },
  {
    languages: ["fr", "es", "pt", "ca"],
    script: LATIN,
    endings: "s|es",
    changes: [],
  },
  {
    languages: ["is"],
    script: LATIN,
    endings: "s|i|ar|inn|num|inu|inum|sins|ins|ið|na|nni|nnar|una|unni|unnar",
    changes: [
      [/a$/, "u", "o"],
      [/(?:an|inn)$/, ""],
    ],
  },
  {
    languages: ["fi"],
    script: LATIN,
    endings:
      "(?:[ieauoy]?(?:n|a|aa|ta|tta|ssa|sta|lla|lta|lle|ksi|na|an|en|in|on|un|yn|iin|seen|t|ja|jen|ien|ille|illa|ista|issa|ineen)|hin)(?:kin|kaan|ko|han|nsa|mme|si)?|e?hen",
    changes: [
      [/nen$/, "se"],
      [/us$/, "ukse", "us"],
      [/is$/, "ikse"],
      [/kk([aeiouy])$/, "k$1"],
      [/pp([aeiouy])$/, "p$1"],
      [/tt([aeiouy])$/, "t$1"],
      [/tar$/, "ttare"],
      [/([^aeiouy])as$/, "$1aa", "$1akse"],
      [/nk([aeiouy])$/, "ng$1"],
      [/nt([aeiouy])$/, "nn$1"],
      [/mp([aeiouy])$/, "mm$1"],
      [/rt([aeiouy])$/, "rr$1"],
      [/ht([aeiouy])$/, "hd$1"],
      [/lt([aeiouy])$/, "ll$1"],
      [/i$/, "e", "ei"],
    ],
  },
  {
    languages: ["et"],
    script: LATIN,
    endings: "[ieau]?(?:t|le|lt|l|ga|s|st|sse|ks|d|de|te|ni|na|ta|id|ile|iga)|[ieau]",
    changes: [],
  },
  {
    languages: ["hu"],
    script: LATIN,
    endings:
      "[oeau]?(?:t|k|n|m|d|ig|kent|ert)|(?:nak|nek|val|vel|ban|ben|bol|rol|tol|ba|be|ra|re|hoz|hez|nal|nel|ja|je|jat|jet|e|i|on|en|an|jan|jen|jaban|jeben|janak|jenek|knak|knek|kat|ket|okat|eket|as|es|os|s)|(?:bb|cc|dd|ff|gg|kk|ll|mm|nn|pp|rr|ss|tt|xx|zz|[bcdfgklmnprstxz])(?:al|el)",
    changes: [],
  },
  {
    languages: ["tr"],
    script: LATIN,
    endings:
      "[ns]?[iu]n|[yns]?[iu]|[yn]?[ae]|n?[dt][ae]n?|n?[dt][ae]ki(?:ler)?|y?l[ae]|l[ae]r(?:[iu]n?|[ae]|[dt][ae]n?)?|c[ae]|l[iu]|s[iu]z|[iu]m|[yn]?[iu]nca|[dt][iu]r|[iu]n(?:[iu]|[ae]|[dt][ae]n?)",
    changes: [
      [/k$/, "g"],
      [/t$/, "d"],
      [/p$/, "b"],
    ],
  },
  {
    languages: ["pl", "cs", "sk", "hr", "sr", "sl"],
    script: LATIN,
    // The last are adjectives of possession: "Kraševoj".
    endings:
      "a|u|e|y|i|o|owi|em|om|ie|iem|ow|ami|ach|ou|ovi|ovia|mi|ech|ich|ih|ega|ego|emu|omu|ym|im|ej|iej|ych|ami|ama|ima|am|ov|uv|ova|ove|ovo|ovu|ina|in|ine|ini|inu|jem|ju|ja|jom|jev|jeva|eva|evo|evu|ev|oj|og|om|im|ci|owa|owy|owym|owe|owej|owskie|owska|eho|iho|imu|ymi|imi|(?:ov|ev|in)(?:og|oga|om|ome|omu|oj|im|ih|ima|ega|emu|em|ym|ych|ej|ou)",
    changes: [
      [/([^aeiouy])ek$/, "$1k"],
      [/([^aeiouy])e([lrnt])$/, "$1$2", "$1e$2"],
      [/([^aeiouy])iec$/, "$1c"],
      [/([^aeiouy])[ae]c$/, "$1c"],
      [/k[aio]?$/, "k", "c", "ek"],
      [/ch[ao]?$/, "ch", "sz", "s"],
      [/g[aio]?$/, "g", "dz", "z"],
      [/h[ao]?$/, "h", "z"],
      [/r[aeo]?$/, "r", "rz"],
      [/t[aeo]?$/, "t", "ci", "c"],
      [/d[aeo]?$/, "d", "dzi"],
      [/ia$/, "i"],
      [/[aeioy]$/, ""],
    ],
    whole: [
      [/([^aeiouy])ia$/, "$1i"],
      [/ja$/, "i"],
      [/([^aeiouy])[ao]$/, "$1"],
      [/([^aeiouy])ka$/, "$1ek"],
    ],
    everyWord: true,
  },
  {
    languages: ["lt", "lv"],
    script: LATIN,
    endings:
      "as|o|ui|a|u|e|i|us|os|ai|am|ams|ais|ioms|omis|ose|oje|eje|yje|uje|ei|es|is|iem|im|em|iu|io|iui|s|ia|ias|imi|imis|ems|ems|am|um|ums|em|os|as|ija|ijos|ijai|ija|y|ys",
    changes: [[/(?:ai|as|is|us|ys|a|e|s|o|y)$/, ""]],
    everyWord: true,
  },
  { languages: ["ro"], script: LATIN, endings: "ul|ului|lui|ei|i|le|lor|uri|urile|u", changes: [[/[ae]$/, "", "a"]] },
  { languages: ["id", "ms"], script: LATIN, endings: "nya", changes: [] },
  {
    languages: ["ru", "uk", "bg", "mk", "sr"],
    script: CYRILLIC,
    endings:
      "а|я|у|ю|ом|ем|ём|ой|ей|ою|ею|е|и|ы|і|ї|ов|ев|ів|їв|ам|ям|ами|ями|ах|ях|ові|еві|єві|ого|его|ому|ему|им|ым|ий|ый|ая|ую|ые|ых|ими|ыми|єю|єм|ът|ят|та|то|те|от|ата|ото|ите|ия|на|ог|ој|(?:ов|ев|ин)(?:а|о|у|е|ы|и|ой|ою|ым|им|ых|их|ог|ом|ој|ими|ыми)",
    changes: [
      [/([^аеёиоуыэюяіїє])[оеё]к$/u, "$1к"],
      [/([^аеёиоуыэюяіїє])ец$/u, "$1ц"],
      [/([жчш])ка$/u, "$1ек", "$1к", "$1ц"],
      [/([^аеёиоуыэюяіїє])ка$/u, "$1ок", "$1к", "$1ц"],
      [/ка$/u, "к", "ц"],
      [/і([^аеёиоуыэюяіїєьй]ь?)$/u, "о$1", "е$1"],
      [/га$/u, "г", "з"],
      [/ха$/u, "х", "с"],
      [/[аяоеёьйиыі]$/u, ""],
    ],
    everyWord: true,
  },
  {
    languages: ["el"],
    script: /^\p{sc=Greek}+$/u,
    endings: "α|ας|αν|η|ης|ην|ο|ου|ον|ος|οι|ων|ους|ες|ε|εσ|ασ|ησ|οσ|ουσ|ατα|ατοσ",
    changes: [[/(?:ας|ης|ος|ες|α|η|ο|ι|ε)$/u, ""]],
  },
  {
    languages: ["bn"],
    script: /^[\p{sc=Bengali}\p{M}]+$/u,
    endings: "র|এর|ের|কে|তে|য়|য়ে|টি|টা|গুলো|গুলি|এ|ে|ও|ই|য়ের|এই",
    changes: [],
  },
  {
    languages: ["ka"],
    script: /^\p{sc=Georgian}+$/u,
    endings: "ი|ს|მა|ის|ში|ზე|თან|დან|ით|ად|სთან|იდან|ისთვის|მ|თი|ისა|ია|ები|ების",
    changes: [[/ი$/u, ""]],
  },
  {
    languages: ["hy"],
    script: /^\p{sc=Armenian}+$/u,
    endings: "ն|ը|ի|ում|ով|ից|ին|ի|յի|յում|ներ|ները|ների",
    changes: [],
  },
  { languages: ["ta"], script: /^[\p{sc=Tamil}\p{M}]+$/u, endings: "[\\p{sc=Tamil}\\p{M}]{1,8}", changes: [] },
  { languages: ["fa", "ur"], script: /^\p{sc=Arabic}+$/u, endings: "ی|ها|های|هایی|م|ش|ان|یی", changes: [] },
];

/** Shortest word that is inflected. */
const MIN_WORD = 2;
/** A name must be longer than this to lose its ending. */
const LEAST_WHOLE = 4;

const escape = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

/** What one word becomes before an ending, and the word itself. */
function stemsOf(word: string, { changes }: Family): string[] {
  const stems = [word];
  for (const [end, ...replacements] of changes) {
    if (!end.test(word)) continue;
    for (const each of replacements) stems.push(word.replace(end, each));
    break;
  }
  return [...new Set(stems)].filter((stem) => stem.length >= Math.min(2, word.length - 1));
}

/** A pattern of one word's inflected forms in a family, or null if it inflects no such word. */
function wordForms(word: string, family: Family): string | null {
  if (Array.from(word).length < MIN_WORD || !family.script.test(word)) return null;
  const lower = word.toLowerCase();
  const stems = stemsOf(lower, family).map(escape);
  const whole = (family.whole ?? []).flatMap(([end, form]) =>
    end.test(lower) ? [escape(lower.replace(end, form))] : [],
  );
  const plain = [lower.length > LEAST_WHOLE ? whole : [], escape(lower)].flat();
  return `(?:${plain.join("|")}|(?:${stems.join("|")})(?:${family.endings}))`;
}

/** Whether the languages may inflect names of this family's script. */
const speaks = (family: Family, languages: readonly string[]) =>
  family.languages.some((code) => languages.includes(code)) || (family.script !== LATIN && !languages.length);

/**
 * Patterns of a folded name's inflected forms in the given languages, without boundaries: one per family, in lower case.
 * The plain name matches, too.
 */
export function inflectedForms(folded: string, languages: readonly string[]): string[] {
  const words = folded.split(/[ _-]+/).filter((word) => word !== "");
  if (words.length === 0) return [];
  return FAMILIES.filter((family) => speaks(family, languages)).flatMap((family) => {
    const parts = words.map((word, i) => {
      const forms = i === words.length - 1 || family.everyWord ? wordForms(word, family) : null;
      return { pattern: forms ?? escape(word.toLowerCase()), changed: forms !== null };
    });
    return parts.some(({ changed }) => changed) ? [parts.map(({ pattern }) => pattern).join(String.raw`[ \t_-]?`)] : [];
  });
}

/** Languages with rules for endings, for names in Cyrillic and other scripts whatever the language. */
export function familiesOfScript(folded: string): string[] {
  return FAMILIES.filter(
    ({ script }) => script !== LATIN && folded.split(/[ _-]+/).some((word) => script.test(word)),
  ).flatMap(({ languages }) => languages);
}

/** Endings that a person recognises, for examples of what would match. */
const EXAMPLES: ReadonlyArray<[language: string, ...endings: string[]]> = [
  ["de", "s"],
  ["fi", "n", "lla", "ssa", "sta", "a"],
  ["pl", "y", "i", "e", "a", "ie", "owi", "em", "u"],
  ["tr", "nin", "den", "de", "i"],
  ["hu", "t", "nak", "ban", "nal", "rol"],
  ["ru", "а", "у", "ом", "е", "ы", "ой"],
  ["el", "α", "ας", "ου", "η", "ης"],
];

/** A few inflected forms of a name that would count as the name, per language: for people, before they save it. */
export function exampleForms(folded: string): Array<{ language: string; forms: string[] }> {
  return EXAMPLES.flatMap(([language, ...endings]) => {
    const [pattern] = inflectedForms(folded, [language]);
    const family = FAMILIES.find(({ languages }) => languages[0] === language);
    if (!pattern || !family) return [];
    const whole = new RegExp(`^${pattern}$`, "iu");
    const last = folded.split(/[ _-]+/).at(-1)!;
    const head = folded.slice(0, folded.length - last.length);
    const [plain, ...changed] = stemsOf(last, family);
    const forms = (changed.length > 0 ? changed : [plain!])
      .flatMap((stem) => endings.map((ending) => head + stem + ending))
      .filter((form) => form !== folded && whole.test(form));
    return [{ language, forms: [...new Set(forms)].slice(0, 12) }];
  });
}
