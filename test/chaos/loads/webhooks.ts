import { createHash, randomUUID } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { ask } from "../../support/service.ts";
import { startSite } from "../../support/site-server.ts";
import { rowsOf, writeRows } from "../stored.ts";
import { attempt, holds, insist, needAccount, pause, type Load, type World } from "../world.ts";

/** Events that a transaction of the service committed just before each kill. */
const RECORDED_PER_KILL = 40;

interface Receiver {
  origin: string;
  host: string;
  secret: string;
  /** webhook-id → bodies, in the order of their arrival. */
  got: Map<string, string[]>;
  bad: string[];
  requests: number;
  close: () => void;
}

/** Says why a request is not in the documented form, or null. The sender's clock may differ from ours. */
function faultOf(headers: http.IncomingHttpHeaders, body: string, secret: string): string | null {
  const at = new Date(Number(headers["webhook-timestamp"]) * 1_000);
  const signatures = String(headers["webhook-signature"]).split(" ");
  if (!signatures.includes(new Webhook(secret).sign(String(headers["webhook-id"]), at, body))) return "wrong signature";
  const event = JSON.parse(body) as Record<string, unknown>;
  if (Object.keys(event).sort().join() !== "data,timestamp,type") return `unknown fields: ${body.slice(0, 100)}`;
  return Number.isNaN(Date.parse(String(event["timestamp"]))) ? "no timestamp" : null;
}

async function receive(answer: (response: http.ServerResponse, nth: number) => void): Promise<Receiver> {
  const receiver = { secret: "", got: new Map(), bad: [], requests: 0 } as unknown as Receiver;
  const server = http.createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      receiver.requests++;
      const id = String(request.headers["webhook-id"]);
      const fault = receiver.secret === "" ? null : faultOf(request.headers, body, receiver.secret);
      if (fault) receiver.bad.push(`${id}: ${fault}`);
      const bodies = receiver.got.get(id) ?? [];
      receiver.got.set(id, [...bodies, body]);
      answer(response, bodies.length + 1);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  receiver.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  receiver.origin = `http://${receiver.host}`;
  receiver.close = () => {
    server.closeAllConnections();
    server.close();
  };
  return receiver;
}

/** Events of a run beside its end. */
const FOUND = new Set(["audit.new_errors", "pages.unreadable"]);

/**
 * Delivers events of small audits, of recorded causes and of tests. Each arrives at least once, with one id and one body;
 * a redirect's target and the service's own hosts get nothing.
 */
export async function webhooks(world: World): Promise<Load> {
  const random = world.random("webhooks");
  // Three in a hundred first attempts fail, and two in a hundred are received without a response.
  const moody = await receive((response, nth) => {
    const dice = nth === 1 ? random() : 1;
    if (dice < 0.02) return void response.destroy();
    setTimeout(() => response.writeHead(dice < 0.05 ? 500 : 200).end("ok"), 15 + random() * 20);
  });
  const never = (response: http.ServerResponse) => response.end("never");
  const forbidden = await receive(never);
  const redirecting = await receive((response) => response.writeHead(307, { location: `${forbidden.origin}/` }).end());
  /** Becomes a host of the service itself at the first restart. */
  const own = await receive(never);

  const site = await startSite();
  site.routes = { "/": { body: "<!doctype html><title>A page of the site</title><h1>Hello</h1>", delayMs: 20 } };
  const { accountId, key, session } = await needAccount(world, { domain: site.host });
  const { base } = world.service;
  const ids = new Map<Receiver, string>();
  for (const receiver of [moody, redirecting, own]) {
    const made = await ask(base, "POST", "/api/webhooks", {
      headers: session,
      json: { url: `${receiver.origin}/hook` },
    });
    if (made.status !== 201) throw new Error(JSON.stringify(made.body));
    receiver.secret = made.body.secret;
    ids.set(receiver, made.body.id);
  }
  const where = `WHERE domain = '${site.host}'`;
  const domainId = rowsOf<{ id: string }>(world.service, `SELECT id FROM domain ${where}`)[0]!.id;
  const idOf = (cause: string) =>
    `evt_${createHash("sha256").update(`${accountId} ${cause}`).digest("hex").slice(0, 32)}`;
  const expected = new Set<string>();
  let [recorded, pings, isOwn] = [0, 0, false];

  const audit = async () => {
    const json = { domain: site.host, urls: [`${site.origin}/`], mode: "follow" };
    const answer = await attempt(world, () => ask(base, "POST", "/api/seo-spider/runs", { headers: key, json }));
    if (answer?.status === 200) expected.add(idOf(`audit.ended:${answer.body.runId}`));
  };
  const ping = async () => {
    const post = () => ask(base, "POST", `/api/webhooks/${ids.get(moody)}/test`, { headers: key });
    const answer = await attempt(world, post);
    if (answer?.status !== 202) return;
    expected.add(answer.body.deliveryId);
    pings++;
  };
  return {
    async work() {
      while (!world.isOver()) {
        await audit();
        await pause(2_000 + random() * 4_000);
        await ping();
      }
    },
    whileDead() {
      world.variables["API_HOSTS"] = `127.0.0.1:${world.service.port},${own.host}`;
      if (!isOwn) own.requests = 0;
      isOwn = true;
      writeRows(world.service, (database) => {
        const insert = database.prepare("INSERT INTO event_outbox VALUES (?, ?, ?, 'report.ready', ?, ?)");
        for (let i = 0; i < RECORDED_PER_KILL; i++) {
          const cause = `report.ready:${domainId}:${recorded++}-${randomUUID()}`;
          const data = { reportId: cause, day: "2026-11-21", visibility: 1, answers: 1 };
          insert.run(cause, accountId, domainId, world.now(), JSON.stringify(data));
          expected.add(idOf(cause));
        }
      });
    },
    async findings() {
      const lost = () => [...expected].filter((id) => !moody.got.has(id));
      const runs = () =>
        rowsOf<{ id: string; end: number | null }>(
          world.service,
          `SELECT id, completed_at AS end FROM audit_run WHERE domain_id = '${domainId}'`,
        );
      const settled = async () => {
        for (const { id } of runs()) expected.add(idOf(`audit.ended:${id}`));
        if (runs().some(({ end }) => end === null)) return false;
        const url = `/api/webhooks/${ids.get(moody)}/deliveries?state=waiting`;
        const waiting = await insist(
          world,
          () => ask(base, "GET", url, { headers: key }),
          ({ status }) => status === 200,
        );
        return waiting?.body.deliveries.length === 0 && lost().length === 0;
      };
      await holds(settled, 600_000);
      const wrong = lost().map((id) => `${id} never arrived`);
      const bodies = [...moody.got];
      const of = (what: string, found: number) => found > 0 && wrong.push(`${what}: ${found}`);
      // A test whose acknowledgement was lost is delivered, too.
      const isTest = (body: string | undefined) => body?.includes('"test.ping"') === true;
      // What an audit found is told besides its end.
      const isFound = (id: string, body: string) => {
        const { type, data } = JSON.parse(body) as { type: string; data: { runId?: string } };
        return FOUND.has(type) && id === idOf(`${type}:${data.runId}`);
      };
      const unknown = bodies.filter(([id, [body]]) => !expected.has(id) && !isTest(body) && !isFound(id, body!));
      for (const [id, [body]] of unknown.slice(0, 5)) wrong.push(`unknown: ${id} ${body!.slice(0, 300)}`);
      of("unknown ids", unknown.length);
      of("ids with two bodies", bodies.filter(([, each]) => new Set(each).size > 1).length);
      const idsOfBody = Map.groupBy(bodies, ([, [body]]) => body);
      of("bodies with two ids", [...idsOfBody].filter(([body, each]) => each.length > 1 && !isTest(body)).length);
      of("in another form", moody.bad.length);
      of("sent on by a redirect", forbidden.requests);
      of("sent to the service itself", isOwn ? own.requests : 0);
      for (const each of [moody, forbidden, redirecting, own]) each.close();
      await site.close();
      const again = `${moody.requests - moody.got.size} repeated`;
      const count = `${expected.size} (${runs().length} audits, ${recorded} recorded, ${pings} tests), ${again}`;
      return [{ what: "webhook events: each delivered, under one id", count, wrong }];
    },
  };
}
