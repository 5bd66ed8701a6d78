import { NameTable } from "./name-table";

/** What the parser needs to know about an element (HTML standard, 13.1.2 and 13.2.6). */
export const enum Trait {
  /** Has no content and no end tag. */
  Void = 1,
  /** Does not separate words. */
  Inline = 2,
  /** Its text is not visible. */
  Invisible = 4,
  /** Page furniture, excluded from the main text if the page has no `main`. */
  Furniture = 8,
  /** Does not end the head ("in head" insertion mode). */
  Head = 16,
  /** Its content is plain text up to its end tag. */
  RawText = 32,
  /** The same, with character references. */
  RawWithReferences = 64,
  /** Its content is not HTML, so a tag can close itself. */
  Foreign = 128,
  /** Its content is HTML again, inside foreign content. */
  Integration = 256,
  /** Its text is code, or the words of others. */
  Quoted = 512,
  /** Ends foreign content: browsers take it for HTML after a missing end tag. */
  BreaksOut = 1024,
}

export interface ElementKind {
  /** Lower case. */
  name: string;
  /** Index among the known elements; -1 if unknown. */
  id: number;
  traits: number;
  /** Bits of the groups it belongs to. */
  group: number;
  /** Groups whose innermost open element it closes. */
  closes: number;
  /** The attribute with the URL that it loads. */
  resource: string | null;
}

const KINDS = new Map<string, ElementKind>();

/** The element whose name is in the page from `start` to `end`. */
export function elementAt(html: string, start: number, end: number): ElementKind {
  return TABLE.find(html, start, end) ?? blank(html.slice(start, end).toLowerCase());
}

function blank(name: string, id = -1): ElementKind {
  return { name, id, traits: 0, group: 0, closes: 0, resource: null };
}

/** A known element. Until the table is complete, unknown ones are added. */
export function known(name: string): ElementKind {
  let kind = KINDS.get(name);
  if (!kind) KINDS.set(name, (kind = blank(name, KINDS.size)));
  return kind;
}

function trait(value: Trait, names: string): void {
  for (const name of names.split(" ")) known(name).traits |= value;
}

let groups = 0;

/** Declares that an element in `openers` closes an open one in `members` that has no end tag. */
function implied(openers: string, members: string): void {
  const bit = 1 << groups++;
  for (const name of members.split(" ")) known(name).group |= bit;
  for (const name of openers.split(" ")) known(name).closes |= bit;
}

trait(
  Trait.Void,
  "area base basefont bgsound br col command embed frame hr img input isindex keygen link meta param source track wbr",
);
trait(
  Trait.Inline,
  "a abbr b bdi bdo cite code dfn em font i kbd mark q s samp small span strong sub sup time u var wbr",
);
trait(Trait.Invisible, "script style noscript noframes noembed template svg title iframe object textarea select");
trait(Trait.Furniture, "nav header footer aside");
trait(Trait.Quoted, "blockquote code kbd listing pre q samp tt xmp");
trait(Trait.Head, "html head title meta link script style base noscript template noframes");
trait(Trait.RawText, "script style iframe noembed noframes xmp");
trait(Trait.RawWithReferences, "title textarea");
trait(Trait.Foreign, "svg math");
trait(Trait.Integration, "foreignobject desc title mi mo mn ms mtext annotation-xml");
trait(
  Trait.BreaksOut,
  "b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var",
);

implied(
  "address article aside blockquote details dialog div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr main menu nav ol p pre search section summary table ul",
  "p",
);
implied("h1 h2 h3 h4 h5 h6", "h1 h2 h3 h4 h5 h6");
implied("li", "li");
implied("dd dt", "dd dt");
implied("a", "a");
implied("body", "head");
implied("option optgroup select", "option");
implied("optgroup select", "optgroup");
implied("select", "select");
implied("button", "button");
implied("td th tr tbody thead tfoot", "td th");
implied("tr tbody thead tfoot", "tr");
implied("tbody thead tfoot", "tbody thead tfoot caption colgroup");
implied("rt rp rb rtc", "rt rp rb");

const RESOURCES: Record<string, string> = {
  script: "src",
  iframe: "src",
  frame: "src",
  img: "src",
  audio: "src",
  video: "src",
  source: "src",
  embed: "src",
  object: "data",
  form: "action",
};
for (const [name, attribute] of Object.entries(RESOURCES)) known(name).resource = attribute;

/** Number of known elements. */
export const KNOWN_ELEMENTS = KINDS.size;

const TABLE = new NameTable([...KINDS]);
