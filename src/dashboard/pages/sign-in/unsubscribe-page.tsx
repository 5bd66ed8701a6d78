import { Hono, type Context } from "hono";
import type { FC } from "hono/jsx";
import { stopDigest, subscribedOfLink } from "../../../automation/digest/stop-digest";
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
function known<T>(found: T | null): T {
  if (found === null) throw new ApiProblem(404, "not_found", "This link is not complete, or its domain is gone.", {});
  return found;
}

const Unsubscribe: FC<{ action: string }> = ({ action }) => (
  <Form action={action}>
    <Button>Unsubscribe</Button>
  </Form>
);

const SendAgain: FC<{ action: string }> = ({ action }) => (
  <Form action={action}>
    <Button name="again" value="yes" tone="plain">
      Send them again
    </Button>
  </Form>
);

/**
 * Where the link of a weekly mail leads. Mail scanners open links, so only a button, or the mail program's own, changes something;
 * the page itself shows how it is.
 */
export const unsubscribePages = new Hono<PublicEnv>()
  .get(MAIL_PAGES.digest, async (c) => {
    const { domain, isStopped } = known(await subscribedOfLink(c.env, new URL(c.req.url).searchParams));
    return page(
      c,
      setUp,
      <Introduction>
        <h1>Weekly mails</h1>
        {isStopped ? (
          <p>
            You are unsubscribed: you get no weekly mails about <bdi>{domain}</bdi>.
          </p>
        ) : (
          <p>
            You are subscribed. Do you want no more weekly mails about <bdi>{domain}</bdi>? Mails about your account
            still come.
          </p>
        )}
        {isStopped ? <SendAgain action={here(c)} /> : <Unsubscribe action={here(c)} />}
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
        {again ? <Unsubscribe action={here(c)} /> : <SendAgain action={here(c)} />}
      </Introduction>,
    );
  });
