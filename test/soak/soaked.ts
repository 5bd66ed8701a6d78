import type { Sample } from "./watch.ts";

export const BOT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";

/** How a soak ended. */
export interface Soaked {
  samples: Sample[];
  /** What `done` counts. */
  xName: string;
  /** What else was seen. */
  facts: Record<string, unknown>;
  /** What should not be so; empty: the soak has passed. */
  wrong: string[];
}
