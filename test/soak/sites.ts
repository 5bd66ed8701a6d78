import http from "node:http";
import type { AddressInfo } from "node:net";

/** What a page's HTML has once it is rendered, and not before. */
export const RENDERED = "Item 149 of the list";

/** What pages do to a browser. Each is asked for by the first part of its path. */
const KINDS: Record<string, string> = {
  app: "",
  // A window of its own, a question that waits for an answer, and a question when the page is left.
  windows: `window.open("/app/opened"); addEventListener("beforeunload", (event) => event.preventDefault()); setTimeout(() => alert("stay"), 5);`,
  frames: `for (let i = 0; i < 3; i++) document.body.append(Object.assign(document.createElement("iframe"), { src: "/frame" }));`,
  workers: `new Worker("/worker.js"); navigator.serviceWorker?.register("/worker.js").catch(() => {});`,
  large: `document.body.append(...Array.from({ length: 5000 }, (_, i) => Object.assign(document.createElement("p"), { textContent: "Paragraph " + i })));`,
  memory: `window.kept = Array.from({ length: 40 }, () => new Uint8Array(1048576).fill(1));`,
  // It never comes to rest.
  restless: `setInterval(() => fetch("/data.json?" + Math.random()), 100);`,
};

/** The kinds of 100 pages: most are plain applications. */
const SHARES = { windows: 5, frames: 5, workers: 5, large: 4, memory: 4, restless: 1 };
const KIND_OF_HUNDRED = Object.entries(SHARES).flatMap(([kind, share]) =>
  Array.from<string>({ length: share }).fill(kind),
);

/** The path of the n-th page: each kind comes equally often on every site. */
export const pathOf = (n: number) => `/${KIND_OF_HUNDRED[(n * 37) % 100] ?? "app"}/${n}`;

const items = Array.from(
  { length: 150 },
  (_, i) => `"<li><a href='/app/${i}'>Item ${i} of the list, made of oak and steel</a></li>"`,
);
const script = (kind: string) =>
  `${KINDS[kind] ?? ""} fetch("/data.json").then((answer) => answer.json()).then((data) => { document.getElementById("root").innerHTML = "<h1>" + data.title + "</h1><ul>" + [${items.join(",")}].join("") + "</ul>"; })`;

export interface Sites {
  /** Host and port of each. */
  hosts: string[];
  close: () => Promise<void>;
}

/** Single-page applications on loopback ports, one per domain. */
export async function startSites(count: number): Promise<Sites> {
  const servers = await Promise.all(Array.from({ length: count }, startSite));
  return {
    hosts: servers.map((server) => `127.0.0.1:${(server.address() as AddressInfo).port}`),
    close: async () => {
      for (const server of servers) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}

function startSite(): Promise<http.Server> {
  const server = http.createServer((request, response) => {
    const url = request.url ?? "/";
    const send = (type: string, body: string) => void response.writeHead(200, { "content-type": type }).end(body);
    if (url.startsWith("/data.json")) return send("application/json", '{"title":"Oak"}');
    if (url === "/worker.js") return send("text/javascript", "setInterval(() => {}, 50);");
    if (url.startsWith("/app.js?")) return send("text/javascript", script(url.slice("/app.js?".length)));
    if (url === "/robots.txt") return send("text/plain", "User-agent: *\nAllow: /\n");
    if (url === "/frame") return send("text/html", "<!doctype html><title>A frame</title><p>In a frame</p>");
    const kind = url.split("/")[1]!;
    if (kind === "gone") return void response.writeHead(404, { "content-type": "text/html" }).end("<h1>Gone</h1>");
    send(
      "text/html; charset=utf-8",
      `<!doctype html><html lang="en"><head><title>Page ${url}</title></head><body><div id="root"></div><script src="/app.js?${kind}"></script></body></html>`,
    );
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}
