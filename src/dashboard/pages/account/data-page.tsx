import { readForm, submit } from "../../server/form";
import { page } from "../../server/page";
import type { OwnPageContext } from "../../server/page-env";
import type { ApiProblem } from "../../server/read";
import { Button, Field, Form } from "../../ui/form";
import { Card } from "../../ui/panels";
import { AccountFrame, isOwner, OwnersMay } from "./frame";
import { appPath } from "../../../lib/hosts/page-paths";

/** Downloads all data of the account, and deletes the account. */
export function dataPage(c: OwnPageContext, problem?: ApiProblem | string) {
  const message = typeof problem === "string" ? problem : problem?.message;
  const status = typeof problem === "object" ? problem.status : problem === undefined ? 200 : 400;
  if (!isOwner(c))
    return page(
      c,
      { title: "Data", status: problem === undefined ? 200 : 403 },
      <AccountFrame tab="data">
        <OwnersMay what="download all data or delete the account" />
      </AccountFrame>,
    );
  return page(
    c,
    { title: "Data", status },
    <AccountFrame tab="data">
      <Card title="Download all data">
        <p>
          One zip file with the account, its domains, keys, log, audits with their pages, prompts, answers, reports and
          visits. A large account takes a few minutes.
        </p>
        <a class="button-plain" href="/api/account/export" download>
          Download all data
        </a>
      </Card>
      <Card title="Delete the account" id="delete">
        <p>
          The account, its users, keys and domains are deleted at once, and the domains’ data soon after. This can’t be
          undone. Download the data first, and point the domains elsewhere.
        </p>
        <Form action={appPath("account/delete")} problem={message}>
          <Field label="Your password" name="password" type="password" required autocomplete="current-password" />
          <Field label="Type delete to confirm" name="confirm" required autocomplete="off" />
          <Button tone="danger">Delete the account</Button>
        </Form>
      </Card>
    </AccountFrame>,
  );
}

export async function deleteAccountForm(c: OwnPageContext): Promise<Response> {
  const form = await readForm(c);
  if (form.text("confirm") !== "delete") return dataPage(c, "Nothing was deleted: type the word delete.");
  const body = { password: form.raw("password"), confirm: "delete" as const };
  return submit(c, {
    send: () => c.var.api.deleteAccount({ body }),
    done: () => ({ to: appPath("sign-in"), text: "The account is deleted." }),
    again: (problem) => dataPage(c, problem),
  });
}
