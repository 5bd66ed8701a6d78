import type { ToldAnswer } from "../../src/insights/core/facts/claims.ts";
import type { FactOutcome } from "../../src/insights/core/facts/judge.ts";
import { seeded } from "./seeded.ts";

/** A claim that was planted in an answer, with what is true of it. */
export interface Planted {
  answer: ToldAnswer;
  outcome: FactOutcome;
  /** The claimed value. */
  value: string;
  /** Of a stale claim: when the page stopped saying it. */
  to?: number;
}

export interface FactHistory {
  brand: string;
  site: string;
  /** Texts of pages in order, each from a time on. */
  versions: Array<{ path: string; text: string; from: number; to: number | null }>;
  planted: Planted[];
  now: number;
}

const DAY = 86_400_000;
const PLANS = ["Starter", "Basic", "Team", "Pro", "Business", "Scale", "Studio", "Enterprise"];
const BRANDS = ["Acme Desk", "Norvelo", "Tidewell", "Quillon", "Fenmark"];
const RIVALS = ["Zephyr CRM", "Boardly", "Hexahub"];
const FILLER = [
  "Everything your team needs to stay in touch with customers.",
  "Loved by workshops, studios and harbours in 40 countries since 2011.",
  "Cancel at any time. No credit card is needed.",
  "Our support answers within 4 hours on weekdays.",
];

const money = (n: number, style: number) => [`€${n}`, `${n} €`, `EUR ${n}`, `€${n}.00`, `${n},00 €`][style % 5]!;

interface Plan {
  name: string;
  monthly: number;
  seats: number;
}

/** The pricing page in one of several layouts, as lines of text. */
function pricing(plans: readonly Plan[], trial: number, layout: number, brand: string): string {
  const head = [`${brand} pricing`, "Simple plans for every size", FILLER[layout % 4]!];
  const foot = [`Try any plan free for ${trial} days.`, FILLER[(layout + 1) % 4]!, "Questions? Write to us."];
  const body = plans.flatMap(({ name, monthly, seats }): string[] => {
    if (layout === 0) return [name, `€${monthly}`, "per month", `Up to ${seats} users`, "Choose"];
    if (layout === 1) return [`${name} ${money(monthly, 1)} / month ${seats} users`];
    if (layout === 2)
      return [`The ${name} plan costs ${money(monthly, 0)} per month and comes with ${seats} users included.`];
    return [`${name} plan`, `${money(monthly, 4)} pro Monat`, `${seats} Nutzer`];
  });
  return [...head, ...body, ...foot].join("\n");
}

const SAYS: ReadonlyArray<(brand: string, plan: string, price: string) => string> = [
  (brand, plan, price) => `${brand}'s ${plan} plan costs ${price} per month.`,
  (brand, plan, price) => `With ${brand}, the **${plan}** plan is priced at ${price}/month.`,
  (brand, plan, price) => `Der Tarif ${plan} von ${brand} kostet ${price} pro Monat.`,
  (brand, plan, price) => `Le forfait ${plan} de ${brand} coûte ${price} par mois.`,
  (brand, plan, price) => `El plan ${plan} de ${brand} cuesta ${price} al mes.`,
  (brand, plan, price) => `${brand} offers ${plan} at ${price} a month, billed monthly.`,
];

/** A history. `planted`: some answers are wrong; otherwise what they say is what the pages say, or cannot be told. */
export function factHistory(seed: number, planted: boolean): FactHistory {
  const random = seeded(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const brand = pick(BRANDS);
  const rival = pick(RIVALS);
  const now = Date.UTC(2026, 10, 20);
  const layout = Math.floor(random() * 4);
  const site = "https://acme.example";
  const names = PLANS.toSorted(() => random() - 0.5).slice(0, 3 + Math.floor(random() * 2));
  const price = () => 5 + Math.floor(random() * 190);
  const used = new Set<number>();
  const fresh = () => {
    for (;;) {
      const value = price();
      if (!used.has(value) && used.add(value)) return value;
    }
  };
  let plans = names.map((name, i): Plan => ({ name, monthly: fresh(), seats: 3 + 7 * i + Math.floor(random() * 5) }));
  const first = plans;
  const trial = 7 + Math.floor(random() * 21);
  // Without planted truth, prices stay; the page still changes.
  const times = [0, 1, 2, 3].map((i) => now - (100 - 27 * i) * DAY);
  const versions: FactHistory["versions"] = [];
  const states: Plan[][] = [];
  for (const [i, from] of times.entries()) {
    if (i > 0 && planted) {
      const changed = Math.floor(random() * plans.length);
      plans = plans.map((plan, at) => (at === changed ? { ...plan, monthly: fresh() } : plan));
    }
    states.push(plans);
    const text = `${pricing(plans, trial, layout, brand)}\nVersion ${i} of these terms`;
    versions.push({ path: "/pricing", text, from, to: times[i + 1] ?? null });
  }
  versions.push({ path: "/", text: `${brand}\n${FILLER.join("\n")}\nSince 2011`, from: times[0]!, to: null });
  const current = states.at(-1)!;
  const list: Planted[] = [];
  const say = (
    text: string,
    outcome: FactOutcome,
    value: string,
    more: { cite?: string; to?: number; names?: string[] } = {},
  ) => {
    const mentions = [brand, ...(more.names ?? [])].flatMap((name) =>
      Array.from(text.matchAll(new RegExp(name, "g")), ({ index }) => ({
        name,
        start: index,
        end: index + name.length,
      })),
    );
    const url = more.cite ?? `${site}/pricing`;
    const citations = [{ url, start: text.length - 1, end: text.length }];
    list.push({ answer: { text, mentions, citations }, outcome, value, ...(more.to !== undefined && { to: more.to }) });
  };
  const style = () => Math.floor(random() * 5);
  const lastWith = (name: string, monthly: number) =>
    states.findLastIndex((state) => state.some((plan) => plan.name === name && plan.monthly === monthly));
  for (let i = 0; i < 12; i++) {
    const plan = pick(current);
    say(pick(SAYS)(brand, plan.name, money(plan.monthly, style())), "matches", String(plan.monthly));
  }
  if (planted) {
    const gone = states
      .flatMap((state) => state)
      .filter(({ name, monthly }) => !current.some((each) => each.name === name && each.monthly === monthly));
    for (let i = 0; i < 8; i++) {
      const plan = pick(gone);
      const at = lastWith(plan.name, plan.monthly);
      say(pick(SAYS)(brand, plan.name, money(plan.monthly, style())), "stale", String(plan.monthly), {
        to: times[at + 1]!,
      });
    }
    for (let i = 0; i < 6; i++) {
      const plan = pick(current);
      const wrong = fresh();
      say(pick(SAYS)(brand, plan.name, money(wrong, style())), "elsewhere", String(wrong), {
        cite: "https://reviews.example.org/acme",
      });
    }
    for (let i = 0; i < 3; i++) {
      const wrong = fresh();
      say(pick(SAYS)(brand, pick(current).name, money(wrong, style())), "nowhere", String(wrong));
    }
  }
  // What cannot be told, in every history.
  const unknown = (text: string, value: number, names: string[] = []) =>
    say(text, "unknown", String(value), { names, cite: "https://reviews.example.org/best" });
  for (let i = 0; i < 2; i++) {
    unknown(`${brand} starts from €${fresh()} per month.`, -1);
    unknown(`${rival} costs €${fresh()} per month, while ${brand} is priced by plan.`, -1, [rival]);
    unknown(`${brand} has a ${pick(["Galaxy", "Horizon", "Nebula"])} bundle for $${fresh()} a month.`, -1);
    unknown(`The ${pick(current).name} plan of ${brand} is about €${fresh()} a month.`, -1);
    unknown(`${brand} was founded with ${fresh()} employees.`, -1);
    unknown(`${brand} ${pick(current).name} costs €${fresh() * 12} per year.`, -1);
    unknown(`You save €${fresh()} off with ${brand} ${pick(current).name}.`, -1);
    unknown(`Setup by a partner of ${brand} is €${fresh()}.`, -1);
    unknown(`A review says that ${brand} once raised $${fresh()} million.`, -1);
  }
  const trialText = `${brand} offers a ${trial}-day free trial of any plan.`;
  say(trialText, "matches", String(trial));
  void first;
  return { brand, site, versions, planted: list, now };
}
