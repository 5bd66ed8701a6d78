import { readForm } from "../../../server/form";
import { page } from "../../../server/page";
import type { SitePageContext } from "../../../server/page-env";
import { ApiProblem } from "../../../server/read";
import { Button } from "../../../ui/form";
import { Card, CopyText, Notice } from "../../../ui/panels";
import { firstDayOf } from "../../crawlers/frame";
import { connectionOf, type Ways } from "../../crawlers/ways";
import { CacheFrame } from "../frame";
import { GuideChoice } from "./guide-choice";
import { GUIDES } from "./guides";
import { TestResult, type ConnectionTest } from "./test-result";
import { sitePath } from "../../../../lib/hosts/page-paths";

/** What the page holds on to from form to form. */
interface Held {
  platform?: string;
  /** The key that was made just now. It is shown this once, so every form of the page has it. */
  key?: string | null;
  problem?: string;
  test?: ConnectionTest | ApiProblem;
}

/** How the site hands its crawlers to the service, and whether they arrive. */
export async function connectPage(c: SitePageContext, held: Held = {}) {
  const { domain } = c.var.domain;
  const { api } = c.var;
  const [{ ways }, { apiKeys }] = await Promise.all([
    api.readCrawlerResponses({ query: { domain, from: firstDayOf("7", Date.now()), limit: 1 } }),
    api.listApiKeys(),
  ]);
  const platform = held.platform ?? c.req.query("platform");
  const chosen = GUIDES.find(({ id }) => id === platform) ?? GUIDES[0]!;
  const known = apiKeys.find((each) => each.revokedAt === null && (each.domain === domain || each.domain === null));
  return page(
    c,
    { title: "Connect", section: "cache", scripts: ["poll"] },
    <CacheFrame domain={domain} tab="connect">
      <form method="post" action={sitePath(domain, "cache/connect")} class="connect">
        {held.problem && <Notice kind="bad">{held.problem}</Notice>}
        <Card title="1. Get a key">
          {held.key && <input type="hidden" name="key" value={held.key} />}
          <KeyStep made={held.key} known={known?.name} isOwner={c.var.caller.role === "owner"} />
        </Card>
        <Card title="2. Set it up">
          <GuideChoice chosen={chosen.id} names={{ service: new URL(c.req.url), domain, key: held.key }} />
        </Card>
        <Card title="3. Test it" id="test">
          <p>
            We ask your home page twice: as Googlebot, and as your site answers by itself. It takes up to half a minute
            and counts as nobody’s visit.
          </p>
          {held.test && <TestResult test={held.test} />}
          <p class="actions">
            <Button
              tone={held.key || known ? "main" : "plain"}
              name="do"
              value="test"
              formaction={`${sitePath(domain, "cache/connect")}#test`}
            >
              {held.test ? "Test again" : "Test now"}
            </Button>
          </p>
        </Card>
        <Card title="4. See the first crawler">
          <Waiting domain={domain} ways={ways} />
        </Card>
      </form>
    </CacheFrame>,
  );
}

function KeyStep({ made, known, isOwner }: { made?: string | null; known?: string; isOwner: boolean }) {
  if (made)
    return (
      <>
        <Notice kind="good">
          <strong>The key is in the code below.</strong> Copy it before you leave this page: only its hash is stored, so
          it is not shown again.
        </Notice>
        <CopyText text={made} name="the key" />
      </>
    );
  return (
    <>
      <p>
        Your server shows the key to this service. It works for this domain alone. DNS only and builders need none.
        {known !== undefined && (
          <>
            {" "}
            There is one already: <bdi>{known}</bdi>. Make another if you did not keep it.
          </>
        )}
      </p>
      {isOwner ? (
        <p class="actions">
          <Button tone={known === undefined ? "main" : "plain"} name="do" value="key">
            Make a key
          </Button>
        </p>
      ) : (
        <Notice>Only owners of the account can make keys. Ask one of them.</Notice>
      )}
    </>
  );
}

/** browser/poll.ts reads it again while nobody has come. It never loads the page, which may show a key. */
function Waiting({ domain, ways }: { domain: string; ways: Ways }) {
  const { words } = connectionOf(ways);
  const isOver = ways.connected.requests > 0;
  return (
    <div id="first-crawler" aria-live="polite" data-poll={isOver ? undefined : sitePath(domain, "cache/connect")}>
      {isOver ? (
        <Notice kind="good">
          Connected: {words} <a href={sitePath(domain, "crawlers")}>See who they are</a>
        </Notice>
      ) : (
        <Notice>
          <strong>Waiting for the first crawler.</strong> {words} They come by themselves, within hours or days.
        </Notice>
      )}
    </div>
  );
}

const KEY = /^crk_[\w-]{10,100}$/;

/** Makes a key or tests the connection. The page answers itself, because a redirect would lose the key. */
export async function connectForm(c: SitePageContext): Promise<Response> {
  const form = await readForm(c);
  const { domain } = c.var.domain;
  const given = form.text("key");
  const held: Held = { platform: form.text("platform"), key: KEY.test(given) ? given : null };
  try {
    if (form.text("do") === "test") {
      return await connectPage(c, { ...held, test: await c.var.api.testConnection({ body: { domain } }) });
    }
    // A form that is sent again makes no second key.
    const key = held.key ?? (await c.var.api.issueApiKey({ body: { name: `Connect ${domain}`, domain } })).key;
    return await connectPage(c, { ...held, key });
  } catch (error) {
    if (error instanceof ApiProblem && error.status < 500) return connectPage(c, { ...held, problem: error.message });
    throw error;
  }
}
