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
import { TableFields, type FieldTable } from "../../ui/fields";
import { Button, ButtonLink, Form } from "../../ui/form";
import { Card, Facts, Notice, PageHeader } from "../../ui/panels";
import { Untrusted } from "../../ui/untrusted";
import { targetWords } from "./target-words";
import { shownHost } from "../../../lib/hosts/shown-host";

type Asked = Extract<Consent, { request: object }>;
type Refused = Extract<Consent, { fault: object }>;

/** Domains that are shown as boxes. Somebody with more types them. */
const MOST_BOXES = 100;

function consentFields(scopes: readonly Scope[], domains: readonly string[]): FieldTable {
  const may = {
    kind: "choices",
    label: "It may",
    options: scopes.map((scope) => [scope, SCOPES[scope]] as const),
  } as const;
  if (domains.length === 0) return { scopes: may };
  const reach = [
    ["all", "All domains, also later ones"],
    ["some", "Only the domains below"],
  ] as const;
  return {
    scopes: may,
    reach: { kind: "choice", label: "For", options: reach },
    domains:
      domains.length > MOST_BOXES
        ? { kind: "lines", label: "Domains", hint: "One per line." }
        : { kind: "choices", label: "Domains", options: domains.map((domain) => [domain, shownHost(domain)] as const) },
  };
}

type Typed = Record<"scopes" | "domains", readonly string[]> & { reach: string };

function typedIn(form: FormFields, domains: readonly string[]): Typed {
  const chosen = domains.length > MOST_BOXES ? form.lines("domains") : form.all("domains");
  return { scopes: form.all("scopes"), reach: form.text("reach"), domains: chosen };
}

/** Boxes that are checked beside "all" are a contradiction: we don't guess the larger reach. */
function allowedBy({ scopes, reach, domains }: Typed): Allowed {
  if (reach === "some") return { scopes, domains };
  if (reach !== "all") throw new ApiError("invalid_request", "Choose which domains the app may use.");
  if (domains.length === 0) return { scopes, domains: null };
  throw new ApiError(
    "invalid_request",
    "You checked domains, but chose all. Choose “Only the domains below”, or check none.",
  );
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
            <p class="hint">
              It gets no more than you may do yourself. You can disconnect it at any time under Account, Connected apps.
            </p>
            <div class="actions">
              <Button name="answer" value="allow">
                Allow
              </Button>
              <Button name="answer" value="deny" tone="plain">
                Don’t allow
              </Button>
            </div>
          </Form>
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
  const typed = typedIn(form, domainsOfReader(c));
  try {
    const allowed = allowedBy(typed);
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
