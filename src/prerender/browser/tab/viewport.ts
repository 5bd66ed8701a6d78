import type { Variant } from "../../core/variant";

/** A usual desktop and a usual phone. */
export const SCREENS = {
  desktop: { width: 1280, height: 900, deviceScaleFactor: 1, mobile: false },
  mobile: { width: 412, height: 915, deviceScaleFactor: 2.625, mobile: true },
} as const satisfies Record<Variant, object>;

/** A lazy page is shown this high at most, in pixels, and grows this often. */
const MAX_HEIGHT = 10_000;
const MAX_GROWTHS = 5;

/** What a page reports about its height. */
export interface PageHeight {
  /** Height of a page that loads more as it is scrolled; 0 for others. */
  lazyHeight: number;
  viewHeight: number;
}

/**
 * The height that shows all of a lazy page; null if it is high enough or has grown too often. A page that adds little at a
 * time is shown twice as high with each step.
 */
export function grownHeight({ lazyHeight, viewHeight }: PageHeight, growths: number): number | null {
  if (growths >= MAX_GROWTHS || Math.min(lazyHeight, MAX_HEIGHT) <= viewHeight) return null;
  return Math.min(growths === 0 ? lazyHeight : Math.max(lazyHeight, viewHeight * 2), MAX_HEIGHT);
}
