import type { ResponseOf } from "../../../client";
import { appPath } from "../../../lib/hosts/page-paths";
import { readForm, submit } from "../../server/form";
import { page } from "../../server/page";
import type { OwnPageContext } from "../../server/page-env";
import { Confirm } from "../../ui/form";
import { Time } from "../../ui/format";
import { Card, CopyText, EmptyState } from "../../ui/panels";
import { DataTable, type Column } from "../../ui/lists/table";
import { Untrusted } from "../../ui/untrusted";
import { AccountFrame, isOwner } from "./frame";
import { targetWords } from "./target-words";

type App = ResponseOf<"listConnections">["connections"][number];

const columnsFor = (withUser: boolean): Column<App>[] => [
  { name: "App", heading: true, cell: ({ name }) => <Untrusted text={name} max={80} /> },
  { name: "Runs at", cell: ({ returnsTo }) => <Untrusted text={targetWords(returnsTo)} max={120} /> },
  ...(withUser ? [{ name: "In the name of", cell: ({ user }: App) => <bdi>{user.email}</bdi> }] : []),
  { name: "May", cell: ({ scopes }) => scopes.join(", ") },
  {
    name: "Domains",
    cell: ({ domains }) => (domains === null ? "all" : <Untrusted text={domains.join(", ")} max={200} />),
  },
  { name: "Connected", cell: ({ createdAt }) => <Time at={createdAt} /> },
  { name: "Last used", cell: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
  {
    name: "Disconnect",
    cell: ({ id }) => (
      <Confirm name="Disconnect" action={appPath("account/apps/disconnect")} fields={{ id }}>
        The app has no access from now on. It can ask for it again.
      </Confirm>
    ),
  },
];

/** The apps that act in the reader's name; for an owner, in the name of all members. */
export async function appsPage(c: OwnPageContext) {
  const { connections } = await c.var.api.listConnections();
  return page(
    c,
    { title: "Connected apps" },
    <AccountFrame tab="apps">
      <Card title="Connect an assistant">
        <p>
          Claude, ChatGPT and other assistants can read audits and visits, and start audits if you allow it. Add a
          connector with this address there. You choose here what it may do.
        </p>
        <CopyText text={`${new URL(c.req.url).origin}/mcp`} name="the address" />
      </Card>
      <DataTable
        caption="Connected apps"
        showCaption
        columns={columnsFor(isOwner(c))}
        rows={connections}
        empty={
          <EmptyState title="No app is connected" picture="key">
            An app that is not used for 60 days is disconnected.
          </EmptyState>
        }
      />
    </AccountFrame>,
  );
}

export async function disconnectApp(c: OwnPageContext): Promise<Response> {
  const form = await readForm(c);
  return submit(c, {
    send: () => c.var.api.endConnection({ path: { id: form.text("id") } }),
    done: () => ({ to: appPath("account/apps"), text: "The app is disconnected." }),
    back: appPath("account/apps"),
  });
}
