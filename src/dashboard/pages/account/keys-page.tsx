import type { ResponseOf } from "../../../client";
import { readForm, submit } from "../../server/form";
import { page } from "../../server/page";
import type { OwnPageContext } from "../../server/page-env";
import { ApiProblem } from "../../server/read";
import { readFields } from "../../server/read-fields";
import { TableFields, type FieldTable } from "../../ui/fields";
import { Button, Confirm, Form } from "../../ui/form";
import { Time } from "../../ui/format";
import { Badge, Card, CopyText, EmptyState, Notice } from "../../ui/panels";
import { DataTable, type Column } from "../../ui/table";
import { AccountFrame, isOwner, OwnersMay } from "./frame";
import { appPath } from "../../../lib/hosts/page-paths";

type Key = ResponseOf<"listApiKeys">["apiKeys"][number];

const columnsFor = (mayChange: boolean): Column<Key>[] => [
  { name: "Name", heading: true, cell: ({ name }) => <bdi>{name}</bdi> },
  { name: "Begins with", cell: ({ prefix }) => <code>{prefix}…</code> },
  { name: "For", cell: ({ domain }) => domain ?? "all domains" },
  { name: "Created", cell: ({ createdAt }) => <Time at={createdAt} /> },
  { name: "Last used", cell: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
  {
    name: "State",
    cell: ({ id, revokedAt }) => {
      if (revokedAt !== null) return <Badge>revoked</Badge>;
      if (!mayChange) return <Badge tone="good">active</Badge>;
      return (
        <Confirm name="Revoke" action={appPath("account/keys/revoke")} fields={{ id }}>
          The key stops working at once. A site that uses it serves its own pages to crawlers. This can’t be undone.
        </Confirm>
      );
    },
  },
];

interface Shown {
  /** The key that was made just now. It is shown this once. */
  created?: string;
  problem?: ApiProblem;
  name?: string;
  domain?: string;
}

const keyFields = (domains: readonly { domain: string }[]) =>
  ({
    name: {
      kind: "text",
      label: "Name",
      required: true,
      maxlength: 120,
      placeholder: "Shop’s nginx",
      hint: "Reminds you later what the key is for.",
    },
    domain: {
      kind: "choice",
      label: "For",
      options: [["", "All domains"], ...domains.map(({ domain }) => [domain, `Only ${domain}`] as const)],
      hint: "A key on a web server should reach only its own domain.",
    },
  }) as const satisfies FieldTable;

/** The API keys of the account. */
export async function keysPage(c: OwnPageContext, { created, problem, name, domain }: Shown = {}) {
  const { api, caller, domains } = c.var;
  const { apiKeys } = await api.listApiKeys();
  return page(
    c,
    { title: "API keys", status: problem?.status },
    <AccountFrame tab="keys">
      {created && (
        <Notice kind="good">
          <p>
            <strong>Copy the key now.</strong> Only its hash is stored, so it is not shown again.
          </p>
          <CopyText text={created} name="the key" />
        </Notice>
      )}
      <Card title="Create a key">
        {!isOwner(c) ? (
          <OwnersMay what="create keys" />
        ) : !caller.limits.apiKeys ? (
          <Notice>API keys need the Pro plan or above.</Notice>
        ) : (
          <Form action={appPath("account/keys")} problem={problem?.message}>
            <TableFields
              table={keyFields(domains)}
              values={{ name, domain: domain ?? c.req.query("domain") }}
              problem={problem}
            />
            <Button>Create a key</Button>
          </Form>
        )}
      </Card>
      <DataTable
        caption="API keys"
        showCaption
        columns={columnsFor(isOwner(c))}
        rows={apiKeys.toSorted((a, b) => b.createdAt - a.createdAt)}
        empty={<EmptyState title="No key yet">Programs, middlewares and the log import need one.</EmptyState>}
      />
    </AccountFrame>,
  );
}

/** Creates a key. The response shows it at once, because it is shown only here. */
export async function createKey(c: OwnPageContext): Promise<Response> {
  const form = await readForm(c);
  const typed = readFields(form, keyFields(c.var.domains));
  try {
    const body = { name: typed.name, domain: typed.domain ?? null };
    const { key } = await c.var.api.issueApiKey({ body });
    return await keysPage(c, { created: key });
  } catch (error) {
    if (error instanceof ApiProblem && error.status < 500) return keysPage(c, { ...typed, problem: error });
    throw error;
  }
}

export async function revokeKey(c: OwnPageContext): Promise<Response> {
  const form = await readForm(c);
  return submit(c, {
    send: () => c.var.api.revokeApiKey({ path: { id: form.text("id") } }),
    done: () => ({ to: appPath("account/keys"), text: "The key is revoked." }),
    back: appPath("account/keys"),
  });
}
