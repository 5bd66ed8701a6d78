import { copied, type Guide } from "./guide";

const ADAPT = "Adapt the address of your site, here port 3000. Only crawlers' requests for pages go to this service.";
const AUTHORITIES =
  "The file of certificates is Debian's and Ubuntu's; on Fedora and Red Hat it is `/etc/pki/tls/certs/ca-bundle.crt`.";
const FALLS_BACK = "If it fails, or has no response within 30 seconds, your site answers.";

/** Servers in front of a site. */
export const SERVER_GUIDES: readonly Guide[] = [
  {
    id: "nginx",
    name: "nginx",
    example: "nginx",
    steps: [
      `${ADAPT} ${FALLS_BACK}`,
      AUTHORITIES,
      copied("nginx/site.conf", "the configuration", "nginx"),
      "Behind another proxy, tell nginx who asks with `set_real_ip_from` and `real_ip_header`.",
    ],
  },
  {
    id: "apache",
    name: "Apache",
    example: "apache",
    steps: [
      `${ADAPT} ${FALLS_BACK}`,
      AUTHORITIES,
      "Enable what it needs: `a2enmod rewrite proxy proxy_http ssl headers`. It needs Apache 2.4.47. Put this into the site's `<VirtualHost>`, before its other rules:",
      copied("apache/crawlready.conf", "the configuration", "apache"),
      "If this Apache serves the files itself, let a second `<VirtualHost 127.0.0.1:3000>` without these rules serve them for the case of failure.",
    ],
  },
  {
    id: "caddy",
    name: "Caddy",
    example: "caddy",
    steps: [`${ADAPT} ${FALLS_BACK}`, copied("caddy/Caddyfile", "the Caddyfile", "caddy")],
  },
  {
    id: "varnish",
    name: "Varnish",
    example: "varnish",
    steps: [
      `${ADAPT} ${FALLS_BACK} Varnish caches people's pages as before and never a snapshot.`,
      copied("varnish/crawlready.vcl", "the VCL", "vcl"),
      "Varnish speaks no TLS to backends. A tunnel does that, such as this of stunnel:",
      {
        code: `[crawlready]
client = yes
accept = 127.0.0.1:8443
connect = crawlready.example:443
sni = crawlready.example
verifyChain = yes
CApath = /etc/ssl/certs
checkHost = crawlready.example
`,
        name: "the tunnel",
        language: "ini",
      },
    ],
  },
  {
    id: "haproxy",
    name: "HAProxy",
    example: "haproxy",
    steps: [
      `${ADAPT} ${FALLS_BACK}`,
      AUTHORITIES,
      copied("haproxy/haproxy.cfg", "the configuration", "haproxy"),
      "HAProxy can't replace a 429 of the service, which it sends beyond your plan's allowance. Crawlers get it, and come back later.",
    ],
  },
];
