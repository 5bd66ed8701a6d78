import type { Child } from "hono/jsx";
import { homeOf } from "../../../web";
import { choiceOf } from "../../server/choice";
import { page } from "../../server/page";
import type { SitePageContext } from "../../server/page-env";
import { Card, CopyText, Notice, Tabs } from "../../ui/panels";
import { firstDayOf } from "../crawlers/frame";
import { connectionOf } from "../crawlers/ways";
import { CacheFrame } from "./frame";
import { codeFor, EXPRESS_CODE, MIDDLEWARE_CODE, NGINX_CODE, WORKER_CODE } from "./snippets";
import { appPath, sitePath } from "../../../lib/hosts/page-paths";

const WAYS = [
  ["cloudflare", "Cloudflare Worker"],
  ["nginx", "nginx"],
  ["next", "Next.js, Netlify"],
  ["express", "Express"],
  ["host", "The whole domain"],
] as const;

type Way = (typeof WAYS)[number][0];
const CHOICES = WAYS.map(([way]) => way);

interface Names {
  service: URL;
  domain: string;
}

const Code = ({ code, name, ...names }: Names & { code: string; name: string }) => (
  <CopyText text={codeFor(code, names)} name={name} block />
);

function steps(way: Way, names: Names): Child {
  switch (way) {
    case "cloudflare":
      return (
        <>
          <p>
            Put this Worker on a route of your zone, and the key into its secret <code>CRAWLREADY_KEY</code>.
          </p>
          <Code {...names} code={WORKER_CODE} name="the Worker" />
        </>
      );
    case "nginx":
      return (
        <>
          <p>
            Adapt the server’s name and the address behind it. If this service fails, nginx falls back to your server.
          </p>
          <Code {...names} code={NGINX_CODE} name="the configuration" />
        </>
      );
    case "next":
      return (
        <>
          <p>
            <code>middleware.ts</code> in Next.js, or <code>netlify/edge-functions/crawlready.ts</code> at Netlify. For
            Next.js, replace <code>config</code>:
          </p>
          <CopyText text={'export const config = { matcher: "/((?!_next|.*\\\\..*).*)" };'} name="the matcher" />
          <Code {...names} code={MIDDLEWARE_CODE} name="the middleware" />
        </>
      );
    case "express":
      return (
        <>
          <p>Any middleware for prerender.io works: set its service URL and its token.</p>
          <CopyText text="npm install prerender-node" name="the command" />
          <Code {...names} code={EXPRESS_CODE} name="the middleware" />
        </>
      );
    case "host":
      return (
        <ol>
          <li>
            In <a href={sitePath(names.domain, "settings")}>Settings</a>, set the origin: the server behind the domain,
            such as <code>https://origin.{names.domain}</code>.
          </li>
          <li>Check that the origin answers.</li>
          <li>
            Point the domain’s DNS record at this service. Crawlers get snapshots; every other request goes unchanged to
            the origin.
          </li>
        </ol>
      );
  }
}

/** How the site hands its crawlers to the service, and whether they arrive. */
export async function connectPage(c: SitePageContext) {
  const { domain } = c.var.domain;
  const way = choiceOf(c.req.query("way"), CHOICES) ?? "cloudflare";
  const { ways } = await c.var.api.readCrawlerResponses({
    query: { domain, from: firstDayOf("7", Date.now()), limit: 1 },
  });
  const { seen, words } = connectionOf(ways);
  const names = { service: new URL(c.req.url), domain };
  return page(
    c,
    { title: "Connect", section: "cache" },
    <CacheFrame domain={domain} tab="connect">
      {seen ? (
        <Notice kind="good">
          Connected: {words} <a href={sitePath(domain, "crawlers")}>See who they are</a>
        </Notice>
      ) : (
        <Notice kind="warn">
          {words} Connect the site in one of the ways below, test it, then{" "}
          <a href={sitePath(domain, "cache/connect", { way })}>check again</a>.
        </Notice>
      )}
      <Tabs
        label="Ways to connect"
        items={WAYS.map(([each, name]) => ({
          name,
          href: sitePath(domain, "cache/connect", { way: each }),
          current: each === way,
        }))}
      />
      <Card title="Set it up">
        {way !== "host" && (
          <p>
            You need an API key for this domain. Put it where the code says <code>crk_YOUR_KEY</code>.{" "}
            <a href={appPath("account/keys", { domain })}>Create a key</a>
          </p>
        )}
        {steps(way, names)}
      </Card>
      <Card title="Test it">
        <p>
          The header <code>x-crawlready-cache</code> in the response shows where the page came from. Your test counts as
          a visit by somebody who only claims to be Googlebot.
        </p>
        <CopyText text={`curl -A Googlebot -i ${homeOf(domain).href}`} name="the command" />
      </Card>
    </CacheFrame>,
  );
}
