import type { InferResponseType } from "hono/client";
import type { OwnApi } from "../../../own-api";
import { readForm, submit } from "../../server/form";
import { page } from "../../server/page";
import type { OwnPageContext } from "../../server/page-env";
import { ApiProblem, expectDone, read, segment } from "../../server/read";
import { Button, Confirm, Field, Form, Select } from "../../ui/form";
import { Time } from "../../ui/format";
import { Badge, Card, CopyText, EmptyState, Notice } from "../../ui/panels";
import { DataTable, type Column } from "../../ui/table";
import { AccountFrame, accountPath, isOwner, OwnersMay } from "./frame";

type Key = InferResponseType<OwnApi["api"]["account"]["api-keys"]["$get"], 200>["apiKeys"][number];

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
        <Confirm name="Revoke" action="/app/account/keys/revoke" fields={{ id }}>
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

/** The API keys of the account. */
export async function keysPage(c: OwnPageContext, { created, problem, name, domain }: Shown = {}) {
  const { api, caller, domains } = c.var;
  const { apiKeys } = await read(api.api.account["api-keys"].$get({ query: {} }));
  const scopes = [
    ["", "All domains"],
    ...domains.map((each) => [each.domain, `Only ${each.domain}`] as const),
  ] as const;
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
          <Form action="/app/account/keys" problem={problem?.message}>
            <Field
              label="Name"
              name="name"
              required
              maxlength={120}
              value={name}
              placeholder="Shop’s nginx"
              hint="Says later what the key is for."
              error={problem?.fieldMessage("name")}
            />
            <Select
              label="For"
              name="domain"
              value={domain ?? c.req.query("domain") ?? ""}
              options={scopes}
              hint="A key on a web server should reach only its own domain."
              error={problem?.fieldMessage("domain")}
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

/** Creates a key. The answer shows it at once, because it is shown only here. */
export async function createKey(c: OwnPageContext): Promise<Response> {
  const form = await readForm(c);
  const typed = { name: form.text("name"), domain: form.text("domain") };
  try {
    const json = { name: typed.name, domain: typed.domain || null };
    const { key } = await read(c.var.api.api.account["api-keys"].$post({ json }));
    return await keysPage(c, { created: key });
  } catch (error) {
    if (error instanceof ApiProblem && error.status < 500) return keysPage(c, { ...typed, problem: error });
    throw error;
  }
}

export async function revokeKey(c: OwnPageContext): Promise<Response> {
  const form = await readForm(c);
  return submit(c, {
    send: () =>
      expectDone(c.var.api.api.account["api-keys"][":id"].$delete({ param: { id: segment(form.text("id")) } })),
    done: () => ({ to: accountPath("keys"), text: "The key is revoked." }),
    back: accountPath("keys"),
  });
}
