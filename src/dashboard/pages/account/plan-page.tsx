import { operatorContact } from "../../server/operator-contact";
import { page } from "../../server/page";
import type { OwnPageContext } from "../../server/page-env";
import { Num } from "../../ui/format";
import { Badge, Card, Facts } from "../../ui/panels";
import { DataTable, type Column } from "../../ui/lists/table";
import { PlanBadge, PlanTable } from "./plan-table";
import { ButtonLink } from "../../ui/form";
import { AccountFrame } from "./frame";

interface Limit {
  name: string;
  used: number;
  most: number;
  when: string;
}

/** Above this share a limit is shown as nearly used up. */
const NEARLY = 0.8;

const columns: Column<Limit>[] = [
  { name: "Limit", heading: true, cell: ({ name }) => name },
  {
    name: "Used",
    cell: ({ name, used, most }) => (
      <>
        <meter
          class="use"
          min="0"
          max={String(most || 1)}
          high={most * NEARLY}
          value={String(Math.min(used, most || 1))}
          aria-label={name}
        />
        {most > 0 && used >= most && (
          <>
            {" "}
            <Badge tone="bad">used up</Badge>
          </>
        )}
      </>
    ),
  },
  {
    name: "Amount",
    number: true,
    cell: ({ used, most }) => (
      <>
        <Num value={used} /> / <Num value={most} />
      </>
    ),
  },
  { name: "Period", cell: ({ when }) => when },
];

/** The plan with its limits, and how much of them is used. */
export async function planPage(c: OwnPageContext) {
  const { id, plan, limits, left, user, role } = await c.var.api.readAccount();
  const contact = operatorContact(c.env, `More for account ${id} (plan: ${plan})`);
  const month = "in this UTC month";
  const rows: Limit[] = [
    { name: "Domains", used: limits.domains - left.domains, most: limits.domains, when: "now" },
    { name: "Prompts for AI assistants", used: limits.prompts - left.prompts, most: limits.prompts, when: "now" },
    {
      name: "Audits that you start",
      used: limits.onDemandAuditsPerMonth - left.onDemandAuditsPerMonth,
      most: limits.onDemandAuditsPerMonth,
      when: month,
    },
    { name: "Audited pages", used: limits.pagesPerMonth - left.pagesPerMonth, most: limits.pagesPerMonth, when: month },
  ];
  return page(
    c,
    { title: "Account" },
    <AccountFrame tab="">
      <Card title="You">
        <Facts
          items={[
            ["Name", user.name],
            ["Email", user.email],
            ["Role", role === "owner" ? "owner: can change the account" : "member: can look, audit and refresh"],
            ["Plan", <PlanBadge plan={plan} />],
          ]}
        />
      </Card>
      <h2>What the plan allows</h2>
      <DataTable caption="Limits and how much of them is used" columns={columns} rows={rows} empty={null} />
      <Card title="Further limits">
        <Facts
          items={[
            ["Audits", limits.audits ? "yes" : "switched off for this account"],
            ["API keys", limits.apiKeys ? "for everything" : "for the cache, deploys and reported visits"],
            ["Pages per audit", <Num value={limits.pagesPerRun} />],
            ["Questions to AI assistants per day", <Num value={limits.answersPerDay} />],
            ["Requests per minute, per key or session", <Num value={limits.requestsPerMinute} />],
            ["Days that audits, answers and reports are kept", <Num value={limits.historyDays} />],
          ]}
        />
      </Card>
      <Card title="Plans" id="plans">
        <PlanTable own={plan} />
        {contact ? (
          <p class="actions">
            <ButtonLink href={contact}>Ask for more</ButtonLink>
          </p>
        ) : (
          <p class="hint">The operator of this service changes plans and limits: ask them for more.</p>
        )}
      </Card>
    </AccountFrame>,
  );
}
