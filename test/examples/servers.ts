import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { emptyFolder, startProgram, type Example, type Place } from "./place.ts";

/** The first version number that a program prints; null: it is not on this machine. */
function printedVersion(...[program, ...args]: [string, ...string[]]): string | null {
  const { error, stdout, stderr } = spawnSync(program, args, { encoding: "utf8" });
  return error ? null : (/\d+\.\d+\.\d+/.exec(stdout + stderr)?.[0] ?? "?");
}

/** A server of Debian's archive. */
function server(
  own: Pick<Example, "name" | "adapt" | "start" | "passesOn">,
  { debian = own.name, version }: { debian?: string; version: [string, ...string[]] },
): Example {
  const missing = () => (printedVersion(...version) === null ? `not installed: apt-get install ${debian}` : null);
  return { ...own, tls: true, missing, version: () => printedVersion(...version)! };
}

const siteHost = (place: Place) => new URL(place.site).host;
const CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt";

const nginx = server(
  {
    name: "nginx",
    adapt: (text, place) =>
      text
        .replace("listen 80;", `listen 127.0.0.1:${place.port};`)
        .replace(/server_name .*;/, "")
        .replaceAll("127.0.0.1:3000", siteHost(place))
        .replace(CERTIFICATES, place.certificate!),
    start: (place) => {
      const folder = emptyFolder(place, "run");
      const temp = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
        (name) => `${name}_temp_path ${folder}/${name};`,
      );
      writeFileSync(
        path.join(folder, "nginx.conf"),
        `daemon off; pid ${folder}/pid; error_log stderr; events {} http { access_log off; ${temp.join(" ")} include ${place.folder}/site.conf; }`,
      );
      return startProgram(["nginx", "-p", folder, "-c", path.join(folder, "nginx.conf")], place);
    },
  },
  { version: ["nginx", "-v"], debian: "nginx-light" },
);

const caddy = server(
  {
    name: "caddy",
    adapt: (text, place) =>
      `{\n  admin off\n}\n${text.replace(/^127/m, "http://127").replaceAll("127.0.0.1:3000", siteHost(place))}`,
    start: (place) =>
      startProgram(["caddy", "run", "--config", "Caddyfile", "--adapter", "caddyfile"], place, {
        SSL_CERT_FILE: place.certificate!,
        XDG_DATA_HOME: emptyFolder(place, "run"),
      }),
  },
  { version: ["caddy", "version"] },
);

const MODULES = "mpm_event authz_core proxy proxy_http rewrite ssl socache_shmcb headers";

const apache = server(
  {
    name: "apache",
    adapt: (text, place) =>
      text.replaceAll("http://127.0.0.1:3000", place.site).replace(CERTIFICATES, place.certificate!),
    start: (place) => {
      const folder = emptyFolder(place, "run");
      const modules = MODULES.split(" ").map(
        (name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`,
      );
      writeFileSync(
        path.join(folder, "apache.conf"),
        `ServerRoot ${folder}\nServerName localhost\nPidFile ${folder}/pid\nDefaultRuntimeDir ${folder}\nErrorLog ${folder}/error.log
Mutex file:${folder} default\nListen 127.0.0.1:${place.port}\nAllowEncodedSlashes NoDecode\n${modules.join("\n")}
<VirtualHost *>\nInclude ${place.folder}/crawlready.conf\nProxyPass "/" "${place.site}/" nocanon\n</VirtualHost>\n`,
      );
      return startProgram(["apache2", "-X", "-f", path.join(folder, "apache.conf")], place);
    },
  },
  { version: ["apache2", "-v"], debian: "apache2" },
);

const haproxy = server(
  {
    name: "haproxy",
    // No `retry-on` for them.
    passesOn: [429, 508],
    adapt: (text, place) =>
      text
        .replace("bind :80", `bind 127.0.0.1:${place.port}`)
        .replaceAll("127.0.0.1:3000", siteHost(place))
        .replaceAll("127.0.0.1:8081", `127.0.0.1:${place.port + 1}`)
        .replace(CERTIFICATES, place.certificate!),
    start: (place) => startProgram(["haproxy", "-db", "-f", "haproxy.cfg"], place),
  },
  { version: ["haproxy", "-v"] },
);

const varnish: Example = {
  ...server(
    {
      name: "varnish",
      adapt: (text, place) =>
        text.replace("3000", new URL(place.site).port).replace("8443", new URL(place.service).port),
      start: (place) => {
        const folder = emptyFolder(place, "run");
        const listen = `127.0.0.1:${place.port}`;
        return startProgram(
          ["varnishd", "-F", "-n", folder, "-a", listen, "-f", `${place.folder}/crawlready.vcl`],
          place,
        );
      },
    },
    { version: ["varnishd", "-V"] },
  ),
  tls: undefined,
};

/** Servers in front of a site. */
export const SERVERS: readonly Example[] = [nginx, apache, caddy, varnish, haproxy];
