import { partView } from "../../ui/lists/list-view";
import { listState } from "../../server/list";
import type { Context } from "hono";
import { appPath } from "../../../lib/hosts/page-paths";
import { page } from "../../server/page";
import { ButtonLink } from "../../ui/form";
import { Time } from "../../ui/format";
import { EmptyState } from "../../ui/panels";
import { DataTable, type Column } from "../../ui/lists/table";
import { Untrusted } from "../../ui/untrusted";
import { OperatorFrame } from "./frame";
import type { OperatorAnswers, OperatorEnv } from "./operator-api";

type Entry = OperatorAnswers["readLog"]["entries"][number];

const COLUMNS: Column<Entry>[] = [
  { name: "When", heading: true, cell: ({ at }) => <Time at={at} /> },
  { name: "Action", cell: ({ action }) => <code>{action}</code> },
  { name: "Target", cell: ({ target }) => <Untrusted text={target} max={200} /> },
  { name: "Details", cell: ({ detail }) => <Untrusted text={detail && JSON.stringify(detail)} max={500} /> },
];

/** `/app/operator/log`: what the operator did to the service. */
export async function operatorLogPage(c: Context<OperatorEnv>) {
  const cursor = c.req.query("cursor") || undefined;
  const { entries, nextCursor } = await c.var.operatorApi.readLog({ limit: 50, cursor });
  return page(
    c,
    { title: "Operator's log" },
    <OperatorFrame tab="operator/log">
      <DataTable
        caption="What the operator did, newest first"
        view={partView({ rows: entries, nextCursor: nextCursor }, COLUMNS, listState(c, []))}
        empty={
          <EmptyState title="Nothing yet" action={<ButtonLink href={appPath("operator")}>Health</ButtonLink>}>
            Letters that were sent again or dropped, and restored objects appear here.
          </EmptyState>
        }
      />
    </OperatorFrame>,
  );
}
