import { readForm, submit } from "../../server/form";
import { page } from "../../server/page";
import type { SitePageContext } from "../../server/page-env";
import { Button, ButtonLink, Field, Form } from "../../ui/form";
import { Time } from "../../ui/format";
import { Badge, Card, Facts, Notice } from "../../ui/panels";
import { OwnersOnly, SettingsFrame } from "./frame";
import { HostnameCard, readHostnameOf } from "./hostname-card";
import { appPath, sitePath } from "../../../lib/hosts/page-paths";

const METHODS: Record<string, string> = {
  dns_txt: "the DNS record",
  dns: "the DNS record",
  file: "the file",
  meta: "the tag on the home page",
  operator: "the operator",
};

/** Shows who owns the domain, and gives it up. */
export async function ownershipPage(c: SitePageContext, fault?: string) {
  const { domain, verified, verificationMethod, proofLostAt, createdAt, origin, originProven } = c.var.domain;
  const hostname = await readHostnameOf(c);
  return page(
    c,
    { title: "Ownership", section: "settings", status: fault ? 400 : 200 },
    <SettingsFrame domain={domain} tab="ownership">
      <Card
        title="Proof"
        actions={
          <ButtonLink href={sitePath(domain, "verify")}>{verified ? "See the proof" : "Verify the domain"}</ButtonLink>
        }
      >
        {proofLostAt !== null && (
          <Notice kind="bad">
            The proof disappeared: <Time at={proofLostAt} />. Put it back; after 14 days without it, another account may
            take the domain over.
          </Notice>
        )}
        <Facts
          items={[
            [
              "State",
              verified ? (
                <Badge tone={proofLostAt === null ? "good" : "bad"}>
                  {proofLostAt === null ? "verified" : "proof lost"}
                </Badge>
              ) : (
                <Badge tone="warn">not verified</Badge>
              ),
            ],
            [
              "Proved by",
              verificationMethod === null ? "nothing yet" : (METHODS[verificationMethod] ?? verificationMethod),
            ],
            [
              "Origin",
              origin === null ? "the domain itself" : originProven ? "proved, in use" : "not proved, so not in use",
            ],
            ["Added", <Time at={createdAt} />],
          ]}
        />
        {verificationMethod !== "operator" && <p>We look for the proof every day. Leave it in place.</p>}
      </Card>
      <HostnameCard domain={domain} hostname={hostname} />
      <Card title="Remove the domain" id="remove">
        <p>
          The domain, its keys and its public links stop working at once. Its snapshots, audits, visits and prompts are
          deleted. This can’t be undone. If the domain’s traffic goes through this service, point its DNS record
          elsewhere first.
        </p>
        <OwnersOnly c={c}>
          <Form action={sitePath(domain, "settings/remove")} problem={fault}>
            <Field label={`Type ${domain} to confirm`} name="confirm" required autocomplete="off" />
            <Button tone="danger">Remove the domain</Button>
          </Form>
        </OwnersOnly>
      </Card>
    </SettingsFrame>,
  );
}

export async function removeOwnDomain(c: SitePageContext): Promise<Response> {
  const form = await readForm(c);
  const { domain } = c.var.domain;
  if (form.text("confirm").toLowerCase() !== domain)
    return ownershipPage(c, `Nothing was removed: type ${domain} exactly as shown here.`);
  return submit(c, {
    send: () => c.var.api.removeDomain({ path: { domain } }),
    done: () => ({ to: appPath(""), text: `${domain} is removed.` }),
    back: sitePath(domain, "settings/ownership"),
  });
}
