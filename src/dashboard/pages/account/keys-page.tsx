import type { ResponseOf } from "../../../client";
import { showOnce, takeSecret } from "../../server/flash";
import { readForm, submit } from "../../server/form";
import { page } from "../../server/page";
import type { OwnPageContext } from "../../server/page-env";
import { ApiProblem } from "../../server/read";
import { readFields } from "../../server/read-fields";
import { TableFields, type FieldTable } from "../../ui/fields";
import { Button, Confirm, Form } from "../../ui/form";
import { Time } from "../../ui/format";
import { Badge, Card, CopyText, EmptyState, Notice } from "../../ui/panels";
import { DataTable, type Column } from "../../ui/lists/table";
import { AccountFrame, isOwner, OwnersMay } from "./frame";
import { appPath } from "../../../lib/hosts/page-paths";
import { shownHost } from "../../../lib/hosts/shown-host";

type Key = ResponseOf<"listApiKeys">["apiKeys"][number];

const columnsFor = (mayChange: boolean): Column<Key>[] => [
  { name: "Name", heading: true, cell: ({ name }) => <bdi>{name}</bdi> },
  { name: "Begins with", cell: ({ prefix }) => <code>{prefix}…</code> },
  { name: "For", cell: ({ domain }) => (domain === null ? "all domains" : shownHost(domain)) },
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
      options: [["", "All domains"], ...domains.map(({ domain }) => [domain, `Only ${shownHost(domain)}`] as const)],
      hint: "A key on a web server should reach only its own domain.",
    },
  }) as const satisfies FieldTable;

/** The API keys of the account. */
export async function keysPage(c: OwnPageContext, { problem, name, domain }: Shown = {}) {
  // A key that was made just now. It is shown this once.
  const created = takeSecret(c);
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
      {!caller.limits.apiKeys && (
        <Notice>
          With this plan, keys work for the cache, deploys and reported visits: connecting a site needs no more. For
          audits, analytics and AI mentions, they need the Pro plan or above.{" "}
          <a href={`${appPath("account")}#plans`}>Compare the plans</a>
        </Notice>
      )}
      <Card title="Create a key">
        {!isOwner(c) ? (
          <OwnersMay what="create keys" />
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
        empty={<NoKey c={c} />}
      />
    </AccountFrame>,
  );
}

/** A restricted member sees only the keys of their domains, so an empty list doesn't mean that the account has none. */
function NoKey({ c }: { c: OwnPageContext }) {
  if (c.var.caller.domains === null)
    return (
      <EmptyState title="No key yet" picture="key">
        Programs, middlewares and the log import need one.
      </EmptyState>
    );
  return (
    <EmptyState title="No key for your domains alone">
      You see only keys that are limited to a domain of yours. The account may have others: ask one of its owners.
    </EmptyState>
  );
}

/** Creates a key, which the page shows once. */
export async function createKey(c: OwnPageContext): Promise<Response> {
  const form = await readForm(c);
  const typed = readFields(form, keyFields(c.var.domains));
  try {
    const body = { name: typed.name, domain: typed.domain ?? null };
    const { key } = await c.var.api.issueApiKey({ body });
    return showOnce(c, appPath("account/keys"), key);
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
