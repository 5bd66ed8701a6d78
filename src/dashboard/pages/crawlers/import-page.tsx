import { page } from "../../server/page";
import type { SitePageContext } from "../../server/page-env";
import { Card, CopyText } from "../../ui/panels";
import { DataTable, type Column } from "../../ui/lists/table";
import { CrawlerFrame } from "./frame";
import { appPath } from "../../../lib/hosts/page-paths";

const FORMATS = [
  ["nginx, Apache", "combined, vhost_combined; common has no user agent, so nothing is counted"],
  ["CloudFront, IIS", "W3C logs with their line #Fields: (CloudFront’s is known)"],
  ["Caddy, Vercel, Netlify, Cloudflare Logpush", "JSON lines as they write them"],
  ["Others", "JSON lines with fields such as time, path, user_agent, ip, referer, status and host"],
] as const;

const columns: Column<(typeof FORMATS)[number]>[] = [
  { name: "Server", heading: true, cell: ([server]) => server },
  { name: "Format", cell: ([, format]) => format },
];

/** How to count visits from a server's own logs. */
export function importPage(c: SitePageContext) {
  const { domain } = c.var.domain;
  const { origin } = new URL(c.req.url);
  return page(
    c,
    { title: "Import logs", section: "crawlers" },
    <CrawlerFrame domain={domain} tab="import">
      <Card title="Send access logs">
        <p>
          Requests of crawlers become visits and are verified by address; people whom assistants sent become referrals.
          Everything else in the log is dropped. You need Node 20 and an API key.{" "}
          <a href={appPath("account/keys", { domain })}>Create a key</a>
        </p>
        <CopyText text="export CRAWLREADY_KEY=crk_YOUR_KEY" name="the setting" />
        <CopyText text={`npx crawlready-logs --domain ${domain} --url ${origin} access.log*`} name="the command" />
        <p>
          Plain and gzipped files work. Importing a file again, or files that overlap, changes nothing. Don’t import
          logs of requests that this service itself served: they would count twice.
        </p>
      </Card>
      <Card title="What can be read">
        <DataTable caption="Formats of logs" columns={columns} rows={FORMATS} empty={null} />
      </Card>
    </CrawlerFrame>,
  );
}
