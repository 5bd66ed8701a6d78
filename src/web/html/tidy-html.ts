import { Trait, type ElementKind } from "./elements";
import type { Attributes, HtmlEvents } from "./open-elements";
import { HtmlScanner } from "./scanner";

const NAME = /^[a-z][a-z0-9-]{0,40}$/;

/**
 * A page's body written anew: every element closed, no comments, no scripts, only the attributes named. Other people's parsers
 * take the square of a broken page's length and more; of this they do not. Null when it nests deeper than `maxDepth`.
 */
export function tidyHtml(html: string, attributes: ReadonlySet<string>, maxDepth: number): string | null {
  const writer = new TidyWriter(maxDepth);
  const scanner = new HtmlScanner(writer, attributes);
  scanner.write(html);
  scanner.end();
  return writer.tooDeep ? null : writer.parts.join("");
}

class TidyWriter implements HtmlEvents {
  readonly parts: string[] = [];
  tooDeep = false;
  private depth = 0;
  /** Depth at which an element began whose content is left out; 0: none is open. */
  private leftOutAt = 0;

  constructor(private readonly maxDepth: number) {}

  open({ name, traits }: ElementKind, attributes: Attributes): void {
    this.depth++;
    if (this.depth > this.maxDepth) this.tooDeep = true;
    if (this.leftOutAt === 0 && (isLeftOut(name) || !NAME.test(name))) this.leftOutAt = this.depth;
    if (this.leftOutAt !== 0 || this.tooDeep) return;
    const written = Object.entries(attributes).map(
      ([key, value]) => ` ${key}="${escaped(value).replaceAll('"', "&quot;")}"`,
    );
    this.parts.push(`<${name}${written.join("")}${(traits & Trait.Void) === 0 ? "" : "/"}>`);
  }

  close({ name, traits }: ElementKind): void {
    const depth = this.depth--;
    if (this.leftOutAt === 0 && !this.tooDeep && (traits & Trait.Void) === 0) this.parts.push(`</${name}>`);
    if (this.leftOutAt === depth) this.leftOutAt = 0;
  }

  text(html: string, start: number, end: number): void {
    if (this.leftOutAt === 0 && !this.tooDeep) this.parts.push(escaped(html.slice(start, end)));
  }
}

function isLeftOut(name: string): boolean {
  return name === "script" || name === "style" || name === "template" || name === "title";
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
