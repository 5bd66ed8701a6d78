import { Hono } from "hono";
import { openConnection, type Allowed } from "../../../accounts/connections/open-connection";
import { readConsent, type Consent } from "../../../accounts/connections/read-consent";
import { answerUri, policySource } from "../../../accounts/core/connections/redirect-uri";
import { resourceOf } from "../../../accounts/core/connections/resource";
import { SCOPES, type Scope } from "../../../accounts/core/connections/scopes";
import { ApiError } from "../../../errors/api-error";
import { leadingTo } from "../../server/context";
import { readForm, type FormFields } from "../../server/form";
import { page } from "../../server/page";
import type { OwnPageContext, PageEnv } from "../../server/page-env";
import { ApiProblem } from "../../server/read";
import { readFields } from "../../server/read-fields";
import { TableFields, type FieldTable } from "../../ui/fields";
import { Button, ButtonLink, Form } from "../../ui/form";
import { Card, Facts, Notice, PageHeader } from "../../ui/panels";
import { Untrusted } from "../../ui/untrusted";
import { targetWords } from "./target-words";

type Asked = Extract<Consent, { request: object }>;
type Refused = Extract<Consent, { fault: object }>;

/** Domains that are shown as boxes. Somebody with more types them. */
const MOST_BOXES = 100;

const consentFields = (scopes: readonly Scope[], domains: readonly string[]) =>
  ({
    scopes: {
      kind: "choices",
      label: "It may",
      options: scopes.map((scope) => [scope, SCOPES[scope]] as const),
    },
    reach: {
      kind: "choice",
      label: "For",
      options: [
        ["all", "All domains that you reach, also later ones"],
        ["some", "Only the domains below"],
      ],
    },
    domains:
      domains.length > MOST_BOXES
        ? { kind: "lines", label: "Domains", hint: "One per line." }
        : { kind: "choices", label: "Domains", options: domains.map((domain) => [domain, domain] as const) },
  }) as const satisfies FieldTable;

interface Typed {
  scopes: readonly string[];
  reach: string | undefined;
  domains: readonly string[];
}

const domainsOfReader = (c: OwnPageContext) => c.var.domains.map(({ domain }) => domain);

/** Asks the reader what an app may do. The app is a stranger: what it says about itself is quoted, and where it leads is not. */
function consentPage(c: OwnPageContext, { app, request }: Asked, typed?: Typed, problem?: ApiProblem) {
  const domains = domainsOfReader(c);
  const shown = typed ?? { scopes: request.scopes, reach: "all", domains: [] };
  const documentHost = URL.parse(app.id)?.host;
  const { pathname, search } = new URL(c.req.url);
  return leadingTo(c, policySource(request.redirectUri), async () =>
    page(
      c,
      { title: "Connect an app", plain: true, status: problem?.status },
      <>
        <PageHeader
          title="Connect an app"
          lead={
            <>
              An app that calls itself “<Untrusted text={app.name} max={80} />” wants to use Crawlready in your name.
            </>
          }
        />
        <Card>
          <Facts
            items={[
              ["It returns you to", <strong>{targetWords(request.redirectUri)}</strong>],
              ...(documentHost ? [["It is described at", documentHost] as const] : []),
              ["Your account", <bdi>{c.var.caller.email}</bdi>],
            ]}
          />
          <Notice kind="warn">Anybody can give an app this name. Allow it only if you have just asked for this.</Notice>
          <Form action={pathname + search} problem={problem?.message}>
            <TableFields table={consentFields(request.scopes, domains)} values={shown} />
            <div class="actions">
              <Button name="answer" value="allow">
                Allow
              </Button>
              <Button name="answer" value="deny" tone="plain">
                Don’t allow
              </Button>
            </div>
          </Form>
          <p class="hint">
            It gets no more than you may do yourself. You can disconnect it at any time under Account, Connected apps.
          </p>
        </Card>
      </>,
    ),
  );
}

/** A request that can't be granted. Nobody is sent anywhere unless they choose to: the address is a stranger's. */
function refusalPage(c: OwnPageContext, { app, fault }: Refused) {
  const { redirectUri, state, error, message } = fault;
  const iss = new URL(c.req.url).origin;
  return page(
    c,
    { title: "The app can’t be connected", plain: true, status: 400 },
    <>
      <PageHeader title="The app can’t be connected" lead={message} />
      {app && redirectUri !== null && (
        <p>
          <ButtonLink href={answerUri(redirectUri, { error, error_description: message, state, iss })}>
            Return to {targetWords(redirectUri)}
          </ButtonLink>
        </p>
      )}
    </>,
  );
}

function chosen(c: OwnPageContext, { request }: Asked, form: FormFields): { typed: Typed; allowed: Allowed } {
  const typed: Typed = readFields(form, consentFields(request.scopes, domainsOfReader(c)));
  return { typed, allowed: { scopes: typed.scopes, domains: typed.reach === "some" ? typed.domains : null } };
}

async function answerConsent(c: OwnPageContext, asked: Asked, now: number): Promise<Response> {
  const form = await readForm(c);
  const { redirectUri, state } = asked.request;
  const iss = new URL(c.req.url).origin;
  const back = (parameters: Record<string, string>) =>
    leadingTo(c, policySource(redirectUri), async () =>
      c.redirect(answerUri(redirectUri, { ...parameters, state, iss }), 303),
    );
  if (form.text("answer") !== "allow")
    return back({ error: "access_denied", error_description: "The person did not allow it." });
  const { typed, allowed } = chosen(c, asked, form);
  try {
    const resource = resourceOf(c.req.url);
    return back({ code: await openConnection(c.env, c.var.caller, { ...asked, resource }, allowed, now) });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return consentPage(c, asked, typed, new ApiProblem(error.status, error.code, error.message, {}));
  }
}

const consentOf = async (c: OwnPageContext, now: number): Promise<Consent> => {
  try {
    return await readConsent(c.env, c.req.url, c.var.caller.userId, now);
  } catch (error) {
    if (error instanceof ApiError) throw new ApiProblem(error.status, error.code, error.message, error.extras);
    throw error;
  }
};

/** `/app/authorize`: where an app sends a person to be allowed something. */
export const authorizePages = new Hono<PageEnv>()
  .get("/", async (c) => {
    const consent = await consentOf(c, Date.now());
    return "fault" in consent ? refusalPage(c, consent) : consentPage(c, consent);
  })
  .post("/", async (c) => {
    const now = Date.now();
    const consent = await consentOf(c, now);
    return "fault" in consent ? refusalPage(c, consent) : answerConsent(c, consent, now);
  });
