import { useContext } from "hono/jsx";
import type { RenderEnd } from "../../../prerender/core/turns/render-record";
import type { Freshness } from "../../../prerender/core/snapshot";
import { formatNumber, LocaleContext } from "../../ui/format";
import { Badge } from "../../ui/panels";

const STATES = {
  fresh: { name: "fresh", tone: "good" },
  stale: { name: "stale", tone: "warn" },
  expired: { name: "expired", tone: "bad" },
} as const;

export const STATE_CHOICES = ["fresh", "stale"] as const;
export const STATE_OPTIONS = [
  ["", "Any"],
  ["fresh", "Fresh"],
  ["stale", "Stale"],
] as const;

export function StateBadge({ state }: { state: Freshness }) {
  const { name, tone } = STATES[state];
  return <Badge tone={tone}>{name}</Badge>;
}

const ENDS = {
  stored: { name: "stored", tone: "good", means: "From then on, crawlers got this snapshot." },
  overtaken: {
    name: "out of date",
    tone: "info",
    means: "The page was removed in the meantime, so the render was dropped.",
  },
  not_kept: { name: "not kept", tone: "info", means: "The page works, but responses with this status are not stored." },
  rejected: { name: "refused", tone: "warn", means: "The render looked broken, so crawlers get what they got before." },
  failed: { name: "failed", tone: "bad", means: "The browser got no page, so crawlers get what they got before." },
} as const;

export const END_CHOICES: readonly RenderEnd[] = ["stored", "rejected", "failed", "not_kept", "overtaken"];
export const END_OPTIONS: readonly (readonly [RenderEnd | "", string])[] = [
  ["", "Any"],
  ["stored", "Stored"],
  ["rejected", "Refused"],
  ["failed", "Failed"],
  ["not_kept", "Not kept"],
  ["overtaken", "Out of date"],
];

export const endWords = (outcome: RenderEnd) => ENDS[outcome];

export function EndBadge({ outcome }: { outcome: RenderEnd }) {
  const { name, tone } = ENDS[outcome];
  return <Badge tone={tone}>{name}</Badge>;
}

const READY = {
  flag: "The page reported that it was ready.",
  quiet: "The page had settled.",
  deadline: "The page’s time limit was reached.",
  redirect: "The page redirects.",
} as const;

/** `isNoted`: something is told beside it that the render did not wait for. */
export function readyWords(signal: keyof typeof READY | null, isNoted: boolean): string {
  if (signal === "quiet" && isNoted) return "The page had settled, apart from what is noted.";
  return signal === null ? "The page was never ready." : READY[signal];
}

/** An amount of data. */
export function Bytes({ value }: { value: number }) {
  const locale = useContext(LocaleContext);
  const [amount, unit] =
    value < 1_000 ? [value, "B"] : value < 1_000_000 ? [value / 1_000, "kB"] : [value / 1_000_000, "MB"];
  return (
    <span class="number">
      {formatNumber(amount, locale, false, amount < 10 ? 1 : 0)} {unit}
    </span>
  );
}
