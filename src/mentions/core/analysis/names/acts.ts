import { foldTerm } from "../words/fold";

/**
 * What only a company does, right behind its name: it makes, sells, offers, launches, charges, ships, recalls or employs.
 * Beginnings of words, so that most forms match; `.` ends a word.
 */
const ACTS: Readonly<Record<string, string>> = {
  en: "makes. made. sells. sold. offer launch charges. charged. ship. ships. shipped. announc recall deliver stocks. stocked. employ releas operat owns. provides. manufactur supports. lets. raised. acquir builds. built. advertis rents. leases. refund",
  de: "baut. baute. verkauf biet bot. liefert stellt. verlang berechnet ruft. rief. produzier beschäftig vertreib betreib führt. hat. kostet. expandier eröffne übernimm übernahm akzeptier",
  nl: "maakt. verkoop verkocht biedt. bood. levert leverde rekent. produce roept. riep. brengt. bracht. heeft. lanceer opent. opende. verhuur",
  sv: "säljer. sålde. erbjuder erbjöd. levererar tillverkar. lanserar tar. gör. byggde. bygger. har. återkalla öppnar. öppnade. anställ",
  da: "sælger. solgte. tilbyder. tilbød. leverer. producerer lancere tager. laver. bygger. har. tilbagekald åbne",
  no: "selger. solgte. tilbyr. tilbød. leverer. produserer lanser tar. lager. bygger. har. tilbakekall åpne",
  is: "selur. býður. framleiðir. afhendir. opna",
  fr: "propos vend. vendait. vendu offre. fabrique. livre. factur lanc produit. rappel emploie. construi a. ouvre. exploit rembours",
  es: "ofrec vend fabric cobra. cobró. lanz envía. entrega. produc retir emple tiene. abre. abrió. reembols construy",
  pt: "oferec vend fabric cobra. cobrou. lanç envia. entrega. produz. recolh tem. abriu. abre. emprega. reembols",
  it: "offr vend produc fabbric lanci consegn spedi richiam costrui ha. apr assum rimbors propon",
  ro: "ofer vinde. vând produc lans livr factur retrage. are. deschi construi angaj",
  ca: "ofereix. ven. fabrica. llança. cobra. entrega. té.",
  pl: "oferuj oferował sprzeda produku dostarcz wprowadz pobiera. zatrudnia ma. wycof buduje. otwier otworzy posiada.",
  cs: "nabíz nabídl prodáv prodal vyráb vyrobil dodáv účtuj spust zaměstnáv má. stáh otevř uved staví.",
  sk: "ponúk predáv predal vyráb vyrobil dodáv účtuj spust zamestnáv má. stiah otvor uviedl",
  hr: "nudi. prodaj proizvod isporučuj naplaćuj ima. otvara. otvorio. povuk",
  sl: "ponuja. prodaja. izdeluje. zaračuna ima. odpr",
  hu: "kínál árul. gyárt értékesít szállít forgalmaz visszahív nyit indít",
  fi: "myy. myi. tarjo valmist toimitt veloitt julkais kutsui. laskutt avasi. avaa. rakent palkk",
  et: "müü pakub. pakkus. toodab. tootis. tarnib. avas.",
  lv: "piedāvā. pārdod. ražo. piegādā. atver.",
  lt: "siūlo. parduoda. gamina. pristato. atidarė. turi.",
  tr: "satıyor. satar. sunuyor. sunar. üretiyor. üretir. sattı. geri. duyur piyasaya. açtı. alıyor. ücretsiz",
  ru: "предлага продаёт. продает. продал выпуска выпустил производ доставля бер берёт. отозвал запустил открыл стро",
  uk: "пропону продає. продав випуска виробля доставля бере. запустил відкри",
  bg: "предлага. продава. произвежда. доставя. пусна. отвори.",
  sr: "нуди. продаје. производи. nudi. prodaje. proizvodi. ima.",
  el: "προσφερ πουλα. πουλαει. παραγει. κατασκευ λανσαρ χρεων διαθετ",
  id: "menjual. menawarkan. memproduksi. meluncurkan. mengirim menarik. membuka. punya. mengenakan. menyediakan.",
  vi: "bán. cung sản ra mở. giao. thu.",
};

const patterns = new Map<string, RegExp | null>();
function patternOf(language: string): RegExp | null {
  const known = patterns.get(language);
  if (known !== undefined) return known;
  const words = ACTS[language];
  const acts =
    words &&
    foldTerm(words)
      .replaceAll(/[^\s.]+(?=\s|$)/gu, String.raw`$&[\p{L}\p{M}]*`)
      .replaceAll(".", "");
  const made =
    acts === undefined
      ? null
      : new RegExp(String.raw`^ (?:[\p{L}\p{M}]{1,12} )?(?:${acts.split(/\s+/).join("|")})(?![\p{L}\p{M}])`, "u");
  patterns.set(language, made);
  return made;
}

/** How many of an answer's likely languages are asked. */
const LIKELY = 2;

/** Whether the words right behind a name tell what a company does: "Tesla makes", "Škoda auch bietet". */
export const actsAfter = (after: string, languages: readonly string[]): boolean =>
  languages.slice(0, LIKELY).some((code) => patternOf(code)?.test(after) === true);

/** A number or letters that only a product has: "Tesla Model 3", "Škoda Octavia RS", "Boots No7". */
const DESIGNATION =
  /^(?:'s)? (?:\p{Lu}[\p{L}\p{M}]{1,15}[ -]){0,2}(?:\p{Lu}{0,3}\d{1,4}(?:[a-z]{1,2}|\p{Lu}{1,3})?|\p{Lu}[a-z]\d+|\p{Lu}{1,3}(?<! I))(?![\p{L}\p{M}\p{N}.%:])/u;
export const isDesignated = (after: string): boolean => DESIGNATION.test(after);
