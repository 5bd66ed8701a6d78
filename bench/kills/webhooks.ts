// Kills the whole service (SIGKILL to its process group) at random moments while it hands over and delivers events.
// Every event must reach its endpoint at least once, repetitions must keep their webhook-id, and forbidden hosts must
// get nothing. Usage: node bench/kills/webhooks.ts [events] [kills]
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Webhook } from "standardwebhooks";
import { ADMIN_TOKEN, ask, startAudit, startService, until, type Service } from "../../test/support/service.ts";
import { startSite } from "../../test/support/site-server.ts";

const [events = 10_000, kills = 20] = process.argv.slice(2).map(Number);
const perRound = Math.ceil(events / kills);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Receiver {
  origin: string;
  port: number;
  /** webhook-id → bodies. */
  got: Map<string, string[]>;
  bad: string[];
  secret: string;
  requests: number;
  close: () => void;
}

/** A server that records what it gets, then lets `answer` decide. */
async function receive(answer: (response: http.ServerResponse, nth: number) => void): Promise<Receiver> {
  const receiver: Receiver = { origin: "", port: 0, got: new Map(), bad: [], secret: "", requests: 0, close: () => {} };
  const server = http.createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      receiver.requests++;
      const id = String(request.headers["webhook-id"]);
      try {
        if (receiver.secret !== "")
          new Webhook(receiver.secret).verify(body, request.headers as Record<string, string>);
      } catch (error) {
        receiver.bad.push(`${id}: ${String(error)}`);
      }
      const bodies = receiver.got.get(id) ?? [];
      receiver.got.set(id, [...bodies, body]);
      answer(response, bodies.length + 1);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  receiver.port = (server.address() as AddressInfo).port;
  receiver.origin = `http://127.0.0.1:${receiver.port}`;
  receiver.close = () => void server.close();
  return receiver;
}

/** Three in a hundred first attempts fail, and two in a hundred are received without a response. */
const moody = await receive((response, nth) => {
  const dice = nth === 1 ? Math.random() : 1;
  if (dice < 0.02) return void response.destroy();
  setTimeout(() => response.writeHead(dice < 0.05 ? 500 : 200).end("ok"), 15 + Math.random() * 20);
});
const forbidden = await receive((response) => response.end("never"));
const redirecting = await receive((response) => response.writeHead(307, { location: `${forbidden.origin}/` }).end());
const slow = await receive((response) => void setTimeout(() => response.end("late"), 14_000));
/** Becomes a host of the service itself after it was registered. */
const own = await receive((response) => response.end("never"));

function inDatabase<T>(service: Service, work: (database: DatabaseSync) => T): T {
  const folder = path.join(service.stateDir, "v3", "d1", "miniflare-D1DatabaseObject");
  const file = readdirSync(folder).find((name) => name.endsWith(".sqlite") && name !== "metadata.sqlite");
  const database = new DatabaseSync(path.join(folder, file!));
  try {
    return work(database);
  } finally {
    database.close();
  }
}

const site = await startSite();
site.routes = { "/": { body: "<!doctype html><title>A page of the site</title><h1>Hello</h1>", delayMs: 20 } };
const variables: Record<string, string> = {};
const service = await startService(variables);
const operator = { authorization: `Bearer ${ADMIN_TOKEN}` };
const email = `${crypto.randomUUID()}@example.com`;
const password = "a long password";
const account = await ask(service.base, "POST", "/api/admin/accounts", {
  headers: operator,
  json: { email, password, plan: "business" },
});
const accountId = account.body.accountId as string;
const admin = `/api/admin/accounts/${accountId}`;
await ask(service.base, "PATCH", admin, { headers: operator, json: { limits: { requestsPerMinute: 1_000_000 } } });
await ask(service.base, "POST", `${admin}/domains`, { headers: operator, json: { domain: site.host, verified: true } });
const { key } = (await ask(service.base, "POST", `${admin}/api-keys`, { headers: operator, json: { name: "k" } })).body;
const auth = { "x-service-api-key": key as string };
const signedIn = await ask(service.base, "POST", "/api/auth/sign-in/email", { json: { email, password } });
const cookie = signedIn.headers.get("set-cookie")!.split(";")[0]!;
const ids = new Map<Receiver, string>();
for (const receiver of [moody, redirecting, slow, own]) {
  const made = await ask(service.base, "POST", "/api/webhooks", {
    headers: { cookie, origin: service.base },
    json: { url: `${receiver.origin}/hook` },
  });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  receiver.secret = made.body.secret;
  ids.set(receiver, made.body.id);
}
const domainId = inDatabase(service, (database) => database.prepare("SELECT id FROM domain").get()!["id"] as string);

const causes: string[] = [];
/** Records events, as a transaction of the service does, while it is dead. */
function record(count: number): void {
  inDatabase(service, (database) => {
    const insert = database.prepare("INSERT INTO event_outbox VALUES (?, ?, ?, 'report.ready', ?, ?)");
    database.exec("BEGIN");
    for (let i = 0; i < count; i++) {
      const cause = `report.ready:${domainId}:${causes.length}`;
      const data = { reportId: String(causes.length), day: "2026-11-21", visibility: 1, answers: 1 };
      insert.run(cause, accountId, domainId, Date.now(), JSON.stringify(data));
      causes.push(cause);
    }
    database.exec("COMMIT");
  });
}

const tick = () =>
  ask(service.base, "GET", `/cdn-cgi/handler/scheduled?cron=${encodeURIComponent("*/15 * * * *")}&time=${Date.now()}`);
const startedAt = Date.now();
for (let kill = 1; kill <= kills; kill++) {
  await startAudit(service.base, auth, site.host).catch(() => null);
  await pause(200 + Math.random() * 5_000);
  await service.kill();
  record(Math.min(perRound, events - causes.length));
  variables["API_HOSTS"] = `127.0.0.1:${service.port},127.0.0.1:${own.port}`;
  await service.restart();
  // Until now, it was a host like any other.
  if (kill === 1) own.requests = 0;
  await tick();
  console.log(`${kill} kills, ${causes.length} events, ${moody.got.size} received in ${moody.requests} requests`);
}
const killedUntil = Date.now();
const runs = () =>
  inDatabase(service, (database) =>
    database
      .prepare("SELECT id, completed_at AS ended FROM audit_run")
      .all()
      .map((row) => structuredClone(row)),
  ) as Array<{ id: string; ended: number | null }>;
const idOf = (cause: string) =>
  `evt_${createHash("sha256").update(`${accountId} ${cause}`).digest("hex").slice(0, 32)}`;
const wanted = () => [...causes, ...runs().map(({ id }) => `audit.ended:${id}`)].map(idOf);
const waiting = async () =>
  (await ask(service.base, "GET", `/api/webhooks/${ids.get(moody)}/deliveries?state=waiting`, { headers: auth })).body
    .deliveries.length as number;
await until(async () => {
  await tick();
  await pause(2_000);
  return runs().every(({ ended }) => ended !== null) && (await waiting()) === 0;
}, 600_000).catch((error: unknown) => console.log(String(error)));
const tail = Date.now() - killedUntil;

const expected = wanted();
const lost = expected.filter((id) => !moody.got.has(id));
const strange = [...moody.got.keys()].filter((id) => !expected.includes(id));
const bodies = [...moody.got.values()];
const changed = bodies.filter((each) => new Set(each).size > 1).length;
const idsOfBody = Map.groupBy(moody.got, ([, [body]]) => body);
const renamed = [...idsOfBody.values()].filter((each) => each.length > 1).length;
const again = moody.requests - moody.got.size;
console.log(
  `${causes.length} events and ${runs().length} audits, ${kills} kills, ${Math.round((killedUntil - startedAt) / 1_000)} s, then ${Math.round(tail / 1_000)} s`,
);
console.log(
  `received: ${moody.got.size} ids in ${moody.requests} requests; lost: ${lost.length}; unknown: ${strange.length}`,
);
console.log(
  `repeated: ${again}; with another id: ${renamed}; with another body: ${changed}; signatures refused: ${moody.bad.length}`,
);
console.log(
  `redirected to a third host: ${forbidden.requests} (of ${redirecting.requests} redirects); to our own host: ${own.requests}; slow receiver: ${slow.requests}`,
);
await service.dispose();
for (const receiver of [moody, forbidden, redirecting, slow, own]) receiver.close();
await site.close();
const isRight =
  lost.length + strange.length + renamed + changed + moody.bad.length + forbidden.requests + own.requests === 0;
process.exit(isRight ? 0 : 1);
