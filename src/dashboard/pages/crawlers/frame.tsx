import type { Child } from "hono/jsx";
import { choiceOf } from "../../server/choice";
import type { PageContext } from "../../server/page-env";
import { FilterForm } from "../../ui/lists/filter-form";
import { Select } from "../../ui/form";
import { PageHeader, Tabs } from "../../ui/panels";
import { sitePath } from "../../../lib/hosts/page-paths";
import { firstUtcDay } from "../../../lib/time/time";

const TABS = [
  ["", "Visits"],
  ["paths", "Pages"],
  ["unseen", "Not seen yet"],
  ["fixes", "Fixes"],
  ["waste", "Waste and robots.txt"],
  ["router", "Routing"],
  ["errands", "An agent’s errands"],
  ["policy", "Try a policy"],
  ["people", "People from AI"],
  ["search", "Search Console"],
  ["share", "Share"],
  ["import", "Import logs"],
] as const;

export type CrawlerTab = (typeof TABS)[number][0];

export const DAY_CHOICES = ["7", "30", "90", "180"] as const;
export type DayChoice = (typeof DAY_CHOICES)[number];

/** The days that a page covers. */
export const daysOf = (c: PageContext): DayChoice => choiceOf(c.req.query("days"), DAY_CHOICES) ?? "30";

interface FrameProps {
  domain: string;
  tab: CrawlerTab;
  /** Kept when the reader changes the page. */
  days?: DayChoice;
  children?: Child;
}

/** What all pages about crawlers begin with. */
export function CrawlerFrame({ domain, tab, days, children }: FrameProps) {
  const items = TABS.map(([path, name]) => ({
    name,
    href: sitePath(domain, path === "" ? "crawlers" : `crawlers/${path}`, { days: days === "30" ? null : days }),
    current: path === tab,
  }));
  return (
    <>
      <PageHeader title="Crawlers" lead="Who reads the site, what they get, and whom they send." />
      <Tabs label="Reports about crawlers" items={items} />
      {children}
    </>
  );
}

/** Chooses the days that a page covers. `fields`: what else stays in the address. */
export function DaysForm({ action, days, children }: { action: string; days: DayChoice; children?: Child }) {
  const options = DAY_CHOICES.map((each) => [each, `Last ${each} days`] as const);
  return (
    <FilterForm action={action}>
      <Select label="Days" name="days" value={days} options={options} />
      {children}
    </FilterForm>
  );
}

/** The first UTC day of the days that end today. */
export const firstDayOf = (days: DayChoice, now: number): string => firstUtcDay(now, Number(days));
