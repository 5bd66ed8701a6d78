import { partView } from "../../ui/lists/list-view";
import { listState } from "../../server/list";
import type { Context } from "hono";
import { appPath } from "../../../lib/hosts/page-paths";
import { page } from "../../server/page";
import { TableFields, type FieldTable } from "../../ui/fields";
import { FilterForm } from "../../ui/lists/filter-form";
import { ButtonLink } from "../../ui/form";
import { Num } from "../../ui/format";
import { EmptyState, Grid, Stat } from "../../ui/panels";
import { DataTable, type Column } from "../../ui/lists/table";
import { Untrusted } from "../../ui/untrusted";
import { OperatorFrame } from "./frame";
import type { OperatorAnswers, OperatorEnv } from "./operator-api";

type Used = OperatorAnswers["readUsage"]["accounts"][number];

const MONTH = {
  month: { kind: "text", label: "Month", placeholder: "2026-11", maxlength: 7, hint: "UTC, such as 2026-11" },
} as const satisfies FieldTable;

const Dollars = ({ value }: { value: number }) => (
  <>
    $<Num value={value} digits={4} />
  </>
);

const COLUMNS: Column<Used>[] = [
  { name: "Account", heading: true, cell: ({ accountId }) => <code>{accountId}</code> },
  { name: "Plan", cell: ({ plan }) => plan ?? <span class="muted">deleted</span> },
  { name: "Dollars", number: true, cell: ({ dollars }) => <Dollars value={dollars} /> },
  {
    name: "Units",
    cell: ({ units }) => (
      <details class="more">
        <summary>Show</summary>
        <ul class="lines">
          {Object.entries(units).map(([unit, amount]) => (
            <li>
              <Untrusted text={unit} max={60} />: <Num value={amount} />
            </li>
          ))}
        </ul>
      </details>
    ),
  },
];

/** `/app/operator/usage`: what the service used of the platform in a month, by account. */
export async function usagePage(c: Context<OperatorEnv>) {
  const [month, cursor] = [c.req.query("month") || undefined, c.req.query("cursor") || undefined];
  const usage = await c.var.operatorApi.readUsage({ limit: 100, month, cursor });
  return page(
    c,
    { title: "Usage" },
    <OperatorFrame tab="operator/usage">
      <p class="lead">An estimate at list prices. What Cloudflare's plan includes is not subtracted.</p>
      <FilterForm action={appPath("operator/usage")}>
        <TableFields table={MONTH} values={{ month: usage.month }} />
      </FilterForm>
      <Grid>
        <Stat name="Whole service" value={<Dollars value={usage.total.dollars} />} note={usage.month} />
        <Stat name="Of no account" value={<Dollars value={usage.notAttributed.dollars} />} note={usage.month} />
      </Grid>
      <DataTable
        caption={`Usage of ${usage.month} by account`}
        view={partView(
          { rows: usage.accounts, nextCursor: usage.nextCursor, perPart: 100 },
          COLUMNS,
          listState(c, ["month"]),
        )}
        empty={
          <EmptyState
            title="No account used anything"
            action={<ButtonLink href={appPath("operator")}>Health</ButtonLink>}
          >
            Usage appears within minutes.
          </EmptyState>
        }
      />
    </OperatorFrame>,
  );
}
