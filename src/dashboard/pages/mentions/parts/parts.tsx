import type { Child } from "hono/jsx";
import { cleanText } from "../../../../lib/text/strangers-text";
import { FilterForm } from "../../../ui/lists/filter-form";
import { Select } from "../../../ui/form";
import { Num } from "../../../ui/format";
import { Badge, Notice, Tabs } from "../../../ui/panels";
import { PERIODS, PROVIDER_NAMES, type ShownAnswer, type PageChoice, type ProviderId } from "./data";
import type { Stretch } from "./highlight";
import { sitePath } from "../../../../lib/hosts/page-paths";

const TABS = [
  ["", "Overview"],
  ["prompts", "Prompts"],
  ["competitors", "Competitors"],
  ["citations", "Citations"],
  ["funnel", "Funnel"],
  ["questions", "Questions"],
  ["facts", "Facts"],
  ["reports", "Reports"],
] as const;

export function MentionTabs({ domain, current }: { domain: string; current: string }) {
  return (
    <Tabs
      label="AI mentions"
      items={TABS.map(([path, name]) => ({
        href: sitePath(domain, path === "" ? "mentions" : `mentions/${path}`),
        name,
        current: path === current,
      }))}
    />
  );
}

/** Filters of the period, and of the provider if `providers` is set. */
export function ChoiceForm({ action, choice, providers }: { action: string; choice: PageChoice; providers?: boolean }) {
  return (
    <FilterForm action={action}>
      <Select
        label="Period"
        name="days"
        value={String(choice.days)}
        options={PERIODS.map((days) => [String(days), `${days} days`] as const)}
      />
      {providers && <ProviderSelect value={choice.provider} />}
    </FilterForm>
  );
}

export function ProviderSelect({ value }: { value: ProviderId | undefined }) {
  return (
    <Select
      label="AI provider"
      name="provider"
      value={value ?? ""}
      options={[["", "All providers"], ...Object.entries(PROVIDER_NAMES)]}
    />
  );
}

/** Per cent, from 0 to 100, as on every other page: a range beside it has no decimals either. */
export function Percent({ value, digits = 0 }: { value: number | null | undefined; digits?: number }) {
  return <Num value={typeof value === "number" ? value / 100 : value} share digits={digits} />;
}

/** The likely range of a share: where it lies with 95% confidence. */
export function Between({ low, high }: { low: number; high: number }) {
  return (
    <span class="between">
      <Percent value={low} digits={0} /> to <Percent value={high} digits={0} />
    </span>
  );
}

const CONFIDENCE = {
  too_thin: "Fewer than ten answers: these figures mean little yet. They get more reliable with every answer.",
  early: "Fewer than 33 answers: treat these figures as a first indication.",
  ok: null,
};

export function SmallSample({ confidence }: { confidence: keyof typeof CONFIDENCE }) {
  const text = CONFIDENCE[confidence];
  return text === null ? null : <Notice kind="warn">{text}</Notice>;
}

export const IntervalNote = () => (
  <p class="hint note-after">
    “Likely 12% to 40%” means: if the prompts were asked much more often, the share would settle between these values in
    95 of 100 cases. The fewer the answers, the wider the range.
  </p>
);

const TONE_FROM = 0.1;

/** The tone of an answer, or the mean of several, from −1 to 1. */
export function ToneBadge({ value, found = true }: { value: number; found?: boolean | null }) {
  if (!found) return <Badge>no tone</Badge>;
  const [tone, word] =
    value > TONE_FROM
      ? (["good", "positive"] as const)
      : value < -TONE_FROM
        ? (["bad", "negative"] as const)
        : (["none", "neutral"] as const);
  return (
    <Badge tone={tone}>
      {word} (<Num value={value} />)
    </Badge>
  );
}

const STATUS = {
  queued: ["info", "waiting"],
  running: ["info", "being asked"],
  answered: ["info", "being analysed"],
  ok: ["good", "answered"],
  error: ["bad", "failed"],
} as const;

export function StatusBadge({ status }: { status: ShownAnswer["status"] }) {
  const [tone, name] = STATUS[status];
  return <Badge tone={tone}>{name}</Badge>;
}

/** An answer's text with its names marked. It is text, whatever it contains. */
export function AnswerText({ stretches, inline }: { stretches: readonly Stretch[]; inline?: boolean }) {
  const parts = stretches.map(({ text, mark, tone }): Child => {
    const clean = cleanText(text, text.length);
    if (mark)
      return (
        <mark class={`name-${mark.kind}${tone ? " answer-tone" : ""}`} title={cleanText(mark.name, 120)}>
          {clean}
        </mark>
      );
    return tone ? <span class="answer-tone">{clean}</span> : clean;
  });
  if (inline) return <bdi class="excerpt">{parts}</bdi>;
  return (
    <div class="answer" dir="auto">
      {parts}
    </div>
  );
}

/** Providers by name. */
export const providerList = (ids: readonly ProviderId[]) => ids.map((id) => PROVIDER_NAMES[id]).join(", ");
