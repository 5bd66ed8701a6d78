import { LIMITS, type TextFacts } from "./facts";
import type { Region } from "./regions";
import { measureText } from "./text-measure";
import { TextSketcher } from "./text-sketch";

/** The visible text of a page by region. The three regions never overlap. */
export class VisibleText {
  private readonly pieces: Record<Exclude<Region, "hidden">, string[]> = { main: [], furniture: [], body: [] };

  add(region: Region, text: string): void {
    if (region !== "hidden") this.pieces[region].push(text);
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
    const text = (mainLandmark ? this.pieces.main : this.pieces.body).join("");
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
    };
  }
}
