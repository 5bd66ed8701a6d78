import { Trait, type ElementKind } from "./elements";
import type { Attributes } from "./open-elements";

/** Roles that mark an element as page furniture. */
const FURNITURE_ROLES = new Set(["navigation", "banner", "contentinfo"]);

/** Styles that hide an element and all in it; a child that shows itself again is rare enough to be left alone. */
const NOT_SHOWN = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;

/** What React streams: hidden where it arrives, and moved to its place by the script after it. */
const STREAMED = /S:[0-9a-f]+$/;

function isHidden({ hidden, id }: Attributes): boolean {
  return hidden !== undefined && !(id !== undefined && STREAMED.test(id));
}

/** Whether an element is hidden from readers by what the served HTML says about it. */
export function isUnseen(attributes: Attributes): boolean {
  const { style } = attributes;
  return isHidden(attributes) || attributes["aria-hidden"] === "true" || (style !== undefined && NOT_SHOWN.test(style));
}

/** Where text belongs: hidden, in the main element, in the furniture, or in the rest of the page. */
export type Region = "hidden" | "main" | "furniture" | "body";

/** Tracks the current region. The outermost element with a region decides. */
export class Regions {
  /** Number of open elements. */
  depth = 0;
  /** The page has a main landmark. */
  mainLandmark = false;
  region: Region = "body";
  /** Depth at which the outermost element of a kind began; 0: none is open. */
  private hiddenAt = 0;
  private unseenAt = 0;
  private furnitureAt = 0;
  private mainAt = 0;
  private svgAt = 0;
  private templateAt = 0;
  private noscriptAt = 0;
  private silentAt = 0;
  private quotedAt = 0;

  /** Whether an element around the current one hides it. */
  get isHiddenOutside(): boolean {
    const { depth, hiddenAt, unseenAt } = this;
    return (hiddenAt !== 0 && hiddenAt < depth) || (unseenAt !== 0 && unseenAt < depth);
  }

  get inSvg(): boolean {
    return this.svgAt !== 0;
  }

  get inTemplate(): boolean {
    return this.templateAt !== 0;
  }

  get inNoscript(): boolean {
    return this.noscriptAt !== 0;
  }

  /** In an element whose text is not for reading, such as a script. */
  get isSilent(): boolean {
    return this.silentAt !== 0;
  }

  /** In code or a quotation. */
  get isQuoted(): boolean {
    return this.quotedAt !== 0;
  }

  enter({ name, traits }: ElementKind, attributes: Attributes): void {
    const depth = ++this.depth;
    const role = attributes["role"];
    if ((traits & Trait.Invisible) !== 0) {
      if (name === "svg") this.svgAt ||= depth;
      else if (name === "template") this.templateAt ||= depth;
      else if (name === "noscript") this.noscriptAt ||= depth;
      if (name !== "noscript") this.silentAt ||= depth;
      this.hiddenAt ||= depth;
    } else if (isHidden(attributes)) this.hiddenAt ||= depth;
    if (this.unseenAt === 0 && isUnseen(attributes)) this.unseenAt = depth;
    if ((traits & Trait.Quoted) !== 0) this.quotedAt ||= depth;
    if (name === "main" || role === "main") {
      this.mainLandmark = true;
      this.mainAt ||= depth;
    }
    if ((traits & Trait.Furniture) !== 0 || (role !== undefined && FURNITURE_ROLES.has(role)))
      this.furnitureAt ||= depth;
    this.region = this.regionHere();
  }

  leave(): void {
    const depth = this.depth--;
    if (this.hiddenAt === depth) this.hiddenAt = 0;
    if (this.unseenAt === depth) this.unseenAt = 0;
    if (this.furnitureAt === depth) this.furnitureAt = 0;
    if (this.mainAt === depth) this.mainAt = 0;
    if (this.svgAt === depth) this.svgAt = 0;
    if (this.templateAt === depth) this.templateAt = 0;
    if (this.silentAt === depth) this.silentAt = 0;
    if (this.noscriptAt === depth) this.noscriptAt = 0;
    if (this.quotedAt === depth) this.quotedAt = 0;
    this.region = this.regionHere();
  }

  private regionHere(): Region {
    if (this.hiddenAt !== 0) return "hidden";
    if (this.mainAt !== 0) return "main";
    return this.furnitureAt === 0 ? "body" : "furniture";
  }
}
