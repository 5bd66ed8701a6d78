import { LIMITS, type TextFacts } from "./facts";
import type { Region } from "./regions";
import { measureText } from "./text-measure";
import { TextSketcher } from "./text-sketch";

/** The visible text of a page by region. The three regions never overlap. */
export class VisibleText {
  private readonly pieces: Record<Exclude<Region, "hidden">, string[]> = { main: [], furniture: [], body: [] };
  /** Places of quoted pieces in each region: first piece, the piece after the last. */
  private readonly quoted: Record<Exclude<Region, "hidden">, number[]> = { main: [], furniture: [], body: [] };
  /** Whether the last text of each region is in the last of its quoted places. */
  private readonly endsQuoted: Record<Exclude<Region, "hidden">, boolean> = {
    main: false,
    furniture: false,
    body: false,
  };

  /** `isQuoted`: the text is code or a quotation. */
  add(region: Region, text: string, isQuoted: boolean): void {
    if (region === "hidden") return;
    const count = this.pieces[region].push(text);
    this.endsQuoted[region] = isQuoted && this.quote(region, count);
  }

  /** A quotation goes on until there is text of the page's own. False: there are too many. */
  private quote(region: Exclude<Region, "hidden">, end: number): boolean {
    const places = this.quoted[region];
    if (this.endsQuoted[region]) places[places.length - 1] = end;
    else if (places.length < 2 * LIMITS.quotations) places.push(end - 1, end);
    else return false;
    return true;
  }

  /** Whether there is any visible text so far. */
  get hasText(): boolean {
    return Object.values(this.pieces).some((pieces) => pieces.some((piece) => piece.trim() !== ""));
  }

  /** Separates words at a block boundary. */
  break(region: Region): void {
    if (region !== "hidden") this.pieces[region].push(" ");
  }

  /** `mainLandmark`: the page has a main element, which defines the main text. */
  facts(mainLandmark: boolean): TextFacts {
    const chosenRegion = mainLandmark ? "main" : "body";
    const text = this.pieces[chosenRegion].join("");
    const others = [this.pieces.furniture, mainLandmark ? this.pieces.body : this.pieces.main];
    const sketcher = new TextSketcher();
    const chosen = measureText(text, sketcher);
    const all = [chosen, ...others.map((pieces) => measureText(pieces.join("")))];
    const total = (field: "words" | "cjk" | "bytes" | "chars") => all.reduce((sum, each) => sum + each[field], 0);
    return {
      words: total("words"),
      cjk: total("cjk"),
      mainWords: chosen.words,
      mainCjk: chosen.cjk,
      bytes: total("bytes"),
      chars: total("chars"),
      mainChars: chosen.chars,
      mainHash: chosen.hash,
      mainSketch: sketcher.sketch(),
      main: text.slice(0, LIMITS.mainText),
      quoted: positionsOf(this.quoted[chosenRegion], this.pieces[chosenRegion]),
    };
  }
}

/** Positions in the joined text of places among its pieces, in ascending order. */
function positionsOf(places: readonly number[], pieces: readonly string[]): number[] {
  let piece = 0;
  let position = 0;
  return places.map((place) => {
    for (; piece < place; piece++) position += pieces[piece]!.length;
    return position;
  });
}

/** The main text without code and quotations. */
export function ownText({ main, quoted }: Pick<TextFacts, "main" | "quoted">): string {
  if (quoted.length === 0) return main;
  const parts: string[] = [];
  for (let i = 0; i <= quoted.length; i += 2) parts.push(main.slice(quoted[i - 1] ?? 0, quoted[i] ?? main.length));
  return parts.join(" ");
}
