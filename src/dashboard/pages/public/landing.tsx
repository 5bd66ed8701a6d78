import type { Child } from "hono/jsx";
import { listSetting, type WorkerVariables } from "../../../settings/values";
import { PLANS, type Plan } from "../../../accounts";
import { homeOf } from "../../../web";
import { readForm } from "../../server/form";
import { page } from "../../server/page";
import type { PageApi } from "../../server/page-api";
import type { PageContext } from "../../server/page-env";
import { ApiProblem } from "../../server/read";
import { readFields } from "../../server/read-fields";
import { TableFields, type FieldTable } from "../../ui/fields";
import { Button, ButtonLink, Form } from "../../ui/form";
import { PlanTable } from "../account/plan-table";
import { LookResult, type LookAnswer } from "./look-result";
import { AuditPicture, BeforeAfter, CachePicture, MentionsPicture, VisitsPicture } from "../../ui/pictures";
import { APP_ROOT, appPath } from "../../../lib/hosts/page-paths";

const PARTS: readonly (readonly [Picture: () => Child, name: string, text: string])[] = [
  [AuditPicture, "Audits", "What keeps crawlers from your pages, and how to fix it, worst first."],
  [CachePicture, "A page cache", "Crawlers get the finished page where your site builds it with scripts."],
  [VisitsPicture, "Crawler visits", "Counted by bot and day, with impostors told apart."],
  [MentionsPicture, "AI mentions", "Whether assistants name your brand, and whom they name instead."],
];

const LOOK = {
  url: {
    kind: "text",
    label: "A page of your site",
    required: true,
    inputmode: "url",
    autocomplete: "url",
    maxlength: 2_000,
    placeholder: "www.example.com",
  },
} as const satisfies FieldTable;

/** The operator's prices per plan, such as `starter=€19 a month`; null: none is set. */
export function pricesOf(variables: Pick<WorkerVariables, "PLAN_PRICES">): Partial<Record<Plan, string>> | null {
  const entries = listSetting(variables, "PLAN_PRICES").map((each) => each.split("=").map((part) => part.trim()));
  const known = entries.filter(([plan, price]) => PLANS.includes(plan as Plan) && price);
  return known.length === 0 ? null : (Object.fromEntries(known) as Partial<Record<Plan, string>>);
}

/** The address that a stranger typed, with or without its scheme. */
export function typedPage(text: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return text;
  const host = text.split("/", 1)[0]!;
  return URL.canParse(`https://${host}`) ? homeOf(host).origin + text.slice(host.length) : text;
}

interface Shown {
  typed?: string;
  look?: LookAnswer;
  problem?: ApiProblem;
}

function landing(c: PageContext, { typed, look, problem }: Shown = {}) {
  const { DEMO_URL } = c.env as WorkerVariables;
  const demo = DEMO_URL && /^https?:\/\/./i.test(DEMO_URL) && URL.canParse(DEMO_URL) ? DEMO_URL : null;
  const prices = pricesOf(c.env as WorkerVariables);
  return page(
    c,
    { title: "See your site as AI crawlers see it", indexed: true, status: problem?.status },
    <div class="landing">
      <section class="landing-top">
        <div>
          <h1 class="entrance-claim">See your site the way GPTBot sees it.</h1>
          <p class="lead">
            AI assistants and many search engines run no scripts. Try a page of yours: no account, nothing is stored.
          </p>
          <Form action="/look#seen" problem={problem && !problem.fieldMessage("url") ? problem.message : undefined}>
            <TableFields table={LOOK} values={{ url: typed }} problem={problem} />
            <Button>See it as GPTBot</Button>
          </Form>
        </div>
        <figure>
          <BeforeAfter />
          <figcaption>Left: what a page built with scripts sends. Right: what crawlers get with Crawlready.</figcaption>
        </figure>
      </section>
      {look && <LookResult look={look} />}
      <section aria-label="What Crawlready does" class="landing-parts">
        {PARTS.map(([Picture, name, text]) => (
          <div class="card">
            <Picture />
            <h2>{name}</h2>
            <p>{text}</p>
          </div>
        ))}
      </section>
      {prices && (
        <section aria-labelledby="prices">
          <h2 id="prices">Plans and prices</h2>
          <PlanTable prices={prices} />
        </section>
      )}
      <p class="actions landing-actions">
        <ButtonLink href={appPath("sign-up")} tone="main">
          Create an account
        </ButtonLink>
        {demo && <ButtonLink href={demo}>Open the demo</ButtonLink>}
        <ButtonLink href="/docs">Read the API reference</ButtonLink>
      </p>
    </div>,
  );
}

/** `/`: what a stranger finds. Who is signed in goes on to the dashboard. */
export function landingPage(c: PageContext) {
  c.header("vary", "Accept-Language", { append: true });
  if (c.var.caller) return c.redirect(APP_ROOT, 303);
  c.header("cache-control", "public, max-age=300");
  return landing(c);
}

/** In place of what the API says of an address that is none. */
const notAnAddress = () => {
  const message = "This is no address. Write one such as www.example.com/about";
  return new ApiProblem(400, "invalid_request", message, { issues: [{ path: "url", message }] });
};

/** `POST /look`: the page with what GPTBot gets. */
export async function lookForm(c: PageContext): Promise<Response> {
  const typed = readFields(await readForm(c), LOOK).url;
  try {
    const look = await (c.var.api as PageApi).lookAtPage({ body: { url: typedPage(typed) } });
    return await landing(c, { typed, look });
  } catch (error) {
    if (error instanceof ApiProblem && error.status < 500)
      return landing(c, { typed, problem: URL.canParse(typedPage(typed)) ? error : notAnAddress() });
    throw error;
  }
}
