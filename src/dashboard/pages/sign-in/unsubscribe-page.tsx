import { Hono, type Context } from "hono";
import { domainOfLink, stopDigest } from "../../../automation/digest/stop-digest";
import { MAIL_PAGES } from "../../../lib/hosts/page-paths";
import { readForm } from "../../server/form";
import { page } from "../../server/page";
import type { PublicEnv } from "../../server/page-env";
import { ApiProblem } from "../../server/read";
import { Button, Form } from "../../ui/form";
import { Notice } from "../../ui/panels";
import { Introduction } from "./introduction";

const setUp = { title: "Weekly mails", plain: true };
const here = (c: Context<PublicEnv>) => MAIL_PAGES.digest + new URL(c.req.url).search;

/** @throws ApiProblem if there is none. */
function known(domain: string | null): string {
  if (domain === null) throw new ApiProblem(404, "not_found", "This link is not complete, or its domain is gone.", {});
  return domain;
}

/** Where the link of a weekly mail leads. Mail scanners open links, so only the button, or the mail program's own, changes something. */
export const unsubscribePages = new Hono<PublicEnv>()
  .get(MAIL_PAGES.digest, async (c) => {
    const domain = known(await domainOfLink(c.env, new URL(c.req.url).searchParams));
    return page(
      c,
      setUp,
      <Introduction>
        <h1>Weekly mails</h1>
        <p>
          Do you want no more weekly mails about <bdi>{domain}</bdi>? Mails about your account still come.
        </p>
        <Form action={here(c)}>
          <Button>Unsubscribe</Button>
        </Form>
      </Introduction>,
    );
  })
  .post(MAIL_PAGES.digest, async (c) => {
    const again = (await readForm(c)).text("again") !== "";
    const domain = known(await stopDigest(c.env, new URL(c.req.url).searchParams, again, Date.now()));
    return page(
      c,
      setUp,
      <Introduction>
        <h1>Weekly mails</h1>
        <Notice kind="good">
          {again ? "You get weekly mails about" : "You get no more weekly mails about"} <bdi>{domain}</bdi>.
        </Notice>
        {!again && (
          <Form action={here(c)}>
            <Button name="again" value="yes" tone="plain">
              Send them again
            </Button>
          </Form>
        )}
      </Introduction>,
    );
  });
