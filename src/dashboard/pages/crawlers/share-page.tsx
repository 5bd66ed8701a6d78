import type { ResponseOf } from "../../../client";
import { showOnce, takeSecret } from "../../server/flash";
import { readForm, submit } from "../../server/form";
import { page } from "../../server/page";
import type { SitePageContext } from "../../server/page-env";
import { ApiProblem } from "../../server/read";
import { Button, Confirm, Form } from "../../ui/form";
import { Time } from "../../ui/format";
import { Badge, Card, CopyText, EmptyState, Notice } from "../../ui/panels";
import { DataTable, type Column } from "../../ui/lists/table";
import { CrawlerFrame } from "./frame";
import { appPath, sitePath } from "../../../lib/hosts/page-paths";

type Token = ResponseOf<"listStatsTokens">["statsTokens"][number];

const columnsFor = (domain: string, mayChange: boolean): Column<Token>[] => [
  { name: "Link", heading: true, cell: ({ prefix }) => <code>…/{prefix}…</code> },
  { name: "Created", cell: ({ createdAt }) => <Time at={createdAt} /> },
  { name: "Last opened", cell: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
  {
    name: "State",
    cell: ({ id, revokedAt }) => {
      if (revokedAt !== null) return <Badge>withdrawn</Badge>;
      if (!mayChange) return <Badge tone="good">open</Badge>;
      return (
        <Confirm name="Withdraw" action={sitePath(domain, "crawlers/share/withdraw")} fields={{ id }}>
          The link stops working for everyone who has it. This can’t be undone.
        </Confirm>
      );
    },
  },
];

function NewLink({ url }: { url: string }) {
  return (
    <Notice kind="good">
      <p>
        <strong>Copy the link now.</strong> Only its hash is stored, so it is not shown again.
      </p>
      <CopyText text={url} name="the link" />
      <p>
        <a href={url}>Open it</a>
      </p>
    </Notice>
  );
}

/** Public links to the statistics. */
export async function sharePage(c: SitePageContext, problem?: ApiProblem) {
  // The token of the link that was made just now. It is shown this once.
  const token = takeSecret(c);
  const {
    api,
    caller,
    domain: { domain },
  } = c.var;
  const { statsTokens } = await api.listStatsTokens();
  const mayChange = caller.role === "owner";
  return page(
    c,
    { title: "Share", section: "crawlers", status: problem?.status },
    <CrawlerFrame domain={domain} tab="share">
      {token && <NewLink url={new URL(appPath("share/:domain/:token", { domain, token }), c.req.url).href} />}
      <Card title="A public link to the statistics">
        <p>
          Anyone with the link can see visits by crawlers per day, by operator and by page, without signing in. They see
          no audits, no settings and no other domain, and can change nothing.
        </p>
        {mayChange ? (
          <Form action={sitePath(domain, "crawlers/share")} problem={problem?.message}>
            <Button>Create a link</Button>
          </Form>
        ) : (
          <Notice>Only owners of the account can create links.</Notice>
        )}
      </Card>
      <DataTable
        caption="Links to the statistics of this domain"
        showCaption
        columns={columnsFor(domain, mayChange)}
        rows={statsTokens.filter((token) => token.domain === domain).sort((a, b) => b.createdAt - a.createdAt)}
        empty={
          <EmptyState title="No link yet" picture="visits">
            Create one to show the statistics to somebody without an account.
          </EmptyState>
        }
      />
    </CrawlerFrame>,
  );
}

/** Creates a link, which the page shows once. */
export async function createShare(c: SitePageContext): Promise<Response> {
  const { domain } = c.var.domain;
  try {
    const { token } = await c.var.api.issueStatsToken({ body: { domain } });
    return showOnce(c, sitePath(domain, "crawlers/share"), token);
  } catch (error) {
    if (error instanceof ApiProblem && error.status < 500) return sharePage(c, error);
    throw error;
  }
}

export async function withdrawShare(c: SitePageContext): Promise<Response> {
  const form = await readForm(c);
  const back = sitePath(c.var.domain.domain, "crawlers/share");
  return submit(c, {
    send: () => c.var.api.revokeStatsToken({ path: { id: form.text("id") } }),
    done: () => ({ to: back, text: "The link is withdrawn." }),
    back,
  });
}
