import { limitsOf, PLANS, type Limits, type Plan } from "../../../accounts";
import { Num } from "../../ui/format";
import { Badge } from "../../ui/panels";
import { DataTable, type Column } from "../../ui/lists/table";

interface Row {
  name: string;
  /** Null: every plan has it. */
  limit: keyof Limits | null;
}

const ROWS: readonly Row[] = [
  { name: "Domains", limit: "domains" },
  { name: "Pages per audit", limit: "pagesPerRun" },
  { name: "Audits that you start, per month", limit: "onDemandAuditsPerMonth" },
  { name: "Audited pages per month", limit: "pagesPerMonth" },
  { name: "Prompts for AI assistants", limit: "prompts" },
  { name: "Questions to AI assistants per day", limit: "answersPerDay" },
  { name: "API keys for the cache, deploys and reported visits", limit: null },
  { name: "API keys for audits, analytics and AI mentions", limit: "apiKeys" },
  { name: "Webhooks", limit: "webhooks" },
  { name: "Requests per minute, per key or session", limit: "requestsPerMinute" },
  { name: "Days that audits, answers and reports are kept", limit: "historyDays" },
];

const NAMES: Record<Plan, string> = { free: "Free", starter: "Starter", pro: "Pro", business: "Business" };

function Cell({ row, plan }: { row: Row; plan: Plan }) {
  const value = row.limit === null || limitsOf(plan, null)[row.limit];
  return typeof value === "number" ? <Num value={value} /> : <>{value ? "yes" : "no"}</>;
}

/** What each plan has, next to each other, and what it costs. */
export function PlanTable({ own, prices = {} }: { own?: Plan; prices?: Partial<Record<Plan, string>> }) {
  const columns: Column<Row>[] = [
    { name: "What you get", heading: true, cell: ({ name }) => name },
    ...PLANS.map((plan) => ({
      name: plan === own ? `${NAMES[plan]} (yours)` : [NAMES[plan], prices[plan]].filter(Boolean).join(": "),
      number: true,
      cell: (row: Row) => <Cell row={row} plan={plan} />,
    })),
  ];
  return <DataTable caption="What each plan has" columns={columns} rows={ROWS} empty={null} />;
}

export const PlanBadge = ({ plan }: { plan: Plan }) => <Badge tone="info">{NAMES[plan]}</Badge>;
