import { signerOf, type Bindings } from "../../../env";
import { DIRECTORY_PATH } from "../../../lib/crypto/request-signer";
import { CRAWLER_USER_AGENT } from "../../../web/fetch/crawler-agents";
import { operatorContact } from "../../server/operator-contact";
import { page } from "../../server/page";
import type { PageContext } from "../../server/page-env";
import { Card, CopyText, PageHeader } from "../../ui/panels";
import { robotsLines } from "./crawlers";

const CRAWLER = "CrawlreadyBot";
const RENDERER = "CrawlreadyRender";

/** `GET /bot`, which our user agents name: for owners of sites that found us in their logs. */
export function ourCrawlerPage(c: PageContext) {
  const env = c.env as Bindings;
  const contact = operatorContact(env, "Your crawler on my site");
  c.header("cache-control", "public, max-age=3600");
  c.header("vary", "Accept-Language");
  return page(
    c,
    { title: "Our crawler", indexed: true },
    <>
      <PageHeader
        title="Our crawler"
        lead="You found Crawlready in the logs of your site. This page says who we are, what we do there, and how to stop it."
      />
      <Card title="What it does">
        <p>
          <strong>{CRAWLER}</strong> audits websites: it reads pages, robots.txt, sitemaps and the files that pages
          refer to, and tells the owner what crawlers can't read. It comes only because somebody who uses this service
          asked for it, or because an audited page links to yours. We build no index and train no model.
        </p>
        <CopyText block text={CRAWLER_USER_AGENT} name="the crawler's user agent" />
        <p>
          <strong>{RENDERER}</strong> opens pages in a browser, for sites whose owner lets us serve crawlers and for
          audits that compare a page before and after its scripts. Its user agent is that of Chrome with{" "}
          <code>{RENDERER}/1.0</code> at the end. It keeps no cookies from one page to the next.
        </p>
        <p>
          An audit may also request pages under the name of another crawler, to see whether the site treats that crawler
          differently. Such requests are never signed, so they can't pass for the real one.
        </p>
      </Card>
      <Card title="How it behaves">
        <ul>
          <li>
            It obeys robots.txt, in the group <code>{CRAWLER}</code> or else <code>*</code>, and its Crawl-delay up to
            30 seconds.
          </li>
          <li>It sends a site at most five requests at a time, and one at a time with a Crawl-delay.</li>
          <li>It slows down when the site answers 429 or 503, and gives up when that is all it gets.</li>
          <li>It never fills in forms and never signs in, unless the owner gave it a password for the audit.</li>
        </ul>
      </Card>
      <Card title="How to tell it from imitators">
        {signerOf(env) ? (
          <p>
            Our requests are signed with HTTP Message Signatures (Web Bot Auth). <code>Signature-Agent</code> names this
            service, and our public keys are in <a href={DIRECTORY_PATH}>its directory</a>. A request with our name and
            no valid signature is not ours.
          </p>
        ) : (
          <p>This service does not sign its requests, so the name alone proves nothing.</p>
        )}
      </Card>
      <Card title="How to keep it out">
        <p>Put this into the robots.txt of your site. Each audit reads it before anything else.</p>
        <CopyText block text={robotsLines(CRAWLER).disallow} name="the lines that keep our crawler out" />
        {contact !== null && (
          <p>
            Is it doing something that it shouldn't? <a href={contact}>Tell the operator of this service</a>, with the
            time and the address of a request.
          </p>
        )}
      </Card>
    </>,
  );
}
