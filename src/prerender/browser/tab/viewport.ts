import type { Variant } from "../../core/variant";

/** A usual desktop and a usual phone. */
export const SCREENS = {
  desktop: { width: 1280, height: 900, deviceScaleFactor: 1, mobile: false },
  mobile: { width: 412, height: 915, deviceScaleFactor: 2.625, mobile: true },
} as const satisfies Record<Variant, object>;

/** A lazy page is shown this high at most, in pixels, and grows this often. */
const MAX_HEIGHT = 10_000;
const MAX_GROWTHS = 3;

/** What a page reports about its height. */
export interface PageHeight {
  /** Height of a page that loads more as it is scrolled; 0 for others. */
  lazyHeight: number;
  viewHeight: number;
}

/** The height that shows all of a lazy page; null if it is high enough or has grown too often. */
export function grownHeight({ lazyHeight, viewHeight }: PageHeight, growths: number): number | null {
  const height = Math.min(lazyHeight, MAX_HEIGHT);
  return growths < MAX_GROWTHS && height > viewHeight ? height : null;
}
