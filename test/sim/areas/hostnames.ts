import { addDomains } from "../../../src/accounts/domains/add-domains";
import { findDomain, markDeleted } from "../../../src/accounts/repo/domains";
import { actionRow } from "../../../src/accounts/repo/record-action";
import { openDb } from "../../../src/db/client";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../../src/lib/time/time";
import { CustomHostnamesApi, type Fault } from "../../support/custom-hostnames-api";
import { query } from "../platform/d1";
import { serveHost } from "../platform/network";
import { addAccount, SimulatedService } from "../platform/service";
import { Broken, type World } from "../world";
import type { Simulation } from "./area";

const ACTOR = { kind: "key", id: "key" } as const;
const ZONE = "zone1";

interface Row {
  hostname: string;
  cloudflareId: string | null;
  isOurs: number | null;
  state: string;
}

/** What a run of a given size reports. */
export interface HostnameFigures {
  api: CustomHostnamesApi;
  /** How long a single domain of another account waited for its hostname, ms. */
  waitedMs: number[];
  startedAt: number;
  settledAt: number;
}

/** Domains come and go, and each has exactly one custom hostname while it is there. What others created stays as it is. */
export function simulateHostnames(world: World): Simulation {
  return hostnames(world, world.int(2, 14), world.pick([1, 15, 60])).simulation;
}

/** The same with so many domains of one account. */
export function hostnames(world: World, count: number, perMinute: number) {
  const api = new CustomHostnamesApi({ zone: ZONE, token: "secret", perMinute, now: () => world.now });
  const service = new SimulatedService({
    CUSTOM_HOSTNAMES_ZONE: ZONE,
    CUSTOM_HOSTNAMES_TOKEN: "secret",
    CUSTOM_HOSTNAMES_TARGET: "customers.saas.dev",
    CUSTOM_HOSTNAMES_API_URL: "https://api.cloudflare.dev/client/v4",
    CUSTOM_HOSTNAMES_PER_MINUTE: String(perMinute),
    CUSTOM_HOSTNAMES_MAX: String(2 * count + 100),
  });
  const trouble = count > 1_000 ? 0.05 : world.pick([0, 0.02, 0.1]);
  let isTroubled = true;
  api.fault = ({ method }): Fault => {
    if (!isTroubled || !world.chance(trouble)) return null;
    if (world.chance(0.05)) return "busy";
    return method === "POST" ? world.pick(["broken", "half", "lost", "half"]) : world.pick(["broken", "half", "lost"]);
  };
  serveHost("api.cloudflare.dev", async (request) => {
    const response = await api.answer(request);
    world.note(`Cloudflare answers ${request.method} ${request.url.slice(54)} ${response.status}`);
    return response;
  });
  addAccount("big", "pro", { domains: 2 * count + 10 });
  addAccount("small", "pro", { domains: 10 });
  const nameOf = (no: number) => `shop-${no}.customers.dev`;
  /** Created by hand before: they stay, whatever becomes of the domain. */
  const byHand = new Map<string, string>();
  for (let no = 0; no < count; no++) {
    if (world.chance(0.02)) byHand.set(nameOf(no), api.addByHand(nameOf(no)).id);
    else if (world.chance(0.01)) api.elsewhere.add(nameOf(no));
  }
  /** Names that were added, and those that were removed at some time. */
  const added = new Set<string>();
  const left = new Set<string>();
  const spanMs = world.pick([MINUTE_MS, HOUR_MS]);
  const waitedMs: number[] = [];
  const figures: HostnameFigures = { api, waitedMs, startedAt: world.now, settledAt: 0 };
  let open = 0;

  /** Does it until it is done, as a customer's program would. */
  const insist = (what: () => Promise<void>) => {
    const ask = () => {
      const asked = service.worker("api", what);
      // A dead isolate never answers; its client gives up after a while.
      let isOver = false;
      world.later(2 * MINUTE_MS, null, () => isOver || ((isOver = true), ask()));
      const ends = (again: boolean) => {
        if (isOver) return;
        isOver = true;
        if (again) world.later(world.int(SECOND_MS, 20_000), null, ask);
        else open--;
      };
      asked.then(
        () => ends(false),
        () => ends(true),
      );
    };
    open++;
    ask();
  };
  const add = (accountId: string, names: readonly string[]) => {
    insist(async () => {
      const domains = names.map((domain) => ({ domain, externalId: `id-${domain}` }));
      const input = { accountId, domainLimit: 2 * count + 10, allowPrivateHosts: false, domains };
      const results = await addDomains(service.env, openDb(service.env.DB), input, ACTOR, Date.now());
      const refused = results.find(({ result }) => result === "refused");
      if (refused) throw world.breaks(`${refused.domain} was refused: ${JSON.stringify(refused)}`);
      for (const name of names) added.add(name);
      world.note(`added ${names.join(" ")}: ${results.map(({ result }) => result).join(" ")}`);
    });
    for (const name of names)
      if (world.chance(0.9)) world.later(world.int(0, 2 * spanMs), null, () => void api.pointing.add(name));
  };
  const remove = (name: string) => {
    left.add(name);
    insist(async () => {
      const db = openDb(service.env.DB);
      const row = await findDomain(db, "big", name);
      const action = { accountId: "big", actor: ACTOR, action: "domain.removed", target: name };
      if (row) await markDeleted(db, row.id, Date.now(), actionRow(action, Date.now()));
      world.note(`removed ${name}`);
    });
  };

  for (let no = 0; no < count; no += 100) {
    const names = Array.from({ length: Math.min(100, count - no) }, (_, i) => nameOf(no + i));
    world.later(world.int(0, spanMs), null, () => add("big", names));
    for (const name of names) {
      if (!world.chance(0.1)) continue;
      const leavesAt = spanMs + world.int(0, spanMs);
      world.later(leavesAt, null, () => remove(name));
      if (world.chance(0.3))
        world.later(leavesAt + world.int(5 * MINUTE_MS, spanMs + 6 * MINUTE_MS), null, () => add("big", [name]));
    }
  }
  const single = `single-${world.seed}.customer.dev`;
  let singleAt = 0;
  world.later(spanMs, null, () => {
    singleAt = world.now;
    add("small", [single]);
  });
  const rows = () =>
    query(
      "SELECT hostname, cloudflare_id AS cloudflareId, is_ours AS isOurs, state FROM custom_hostname",
    ) as unknown as Row[];
  const isOpen = () =>
    query(
      `SELECT 1 FROM custom_hostname WHERE unwanted = 1 OR (cloudflare_id IS NULL AND state <> 'refused') OR tried_from IS NOT NULL
      UNION ALL SELECT 1 FROM domain WHERE deleted_at IS NULL AND domain NOT IN (SELECT hostname FROM custom_hostname)
      UNION ALL SELECT 1 FROM custom_hostname WHERE hostname NOT IN (SELECT domain FROM domain WHERE deleted_at IS NULL) LIMIT 1`,
    ).length > 0;

  const simulation: Simulation = {
    service,
    faultsMs: 3 * spanMs + 20 * MINUTE_MS,
    settlesMs: 7 * DAY_MS,
    mostSteps: 60_000 + 2_000 * count,
    tick: () => {
      isTroubled = false;
      service.tick(["followHostnames"]);
    },
    check: () => {
      if (singleAt > 0 && waitedMs.length === 0 && (api.creations.get(single) ?? 0) > 0)
        waitedMs.push(world.now - singleAt);
    },
    isSettled: () => {
      if (open > 0 || isTroubled || singleAt === 0 || isOpen()) return false;
      figures.settledAt = world.now;
      return true;
    },
    end: async () => {
      const names = query<{ domain: string }>("SELECT domain FROM domain WHERE deleted_at IS NULL");
      const wanted = new Set(names.map(({ domain }) => domain));
      if (wanted.size !== names.length) throw new Broken("a domain is there twice");
      for (const name of added)
        if (!wanted.has(name) && !left.has(name)) throw new Broken(`the domain ${name} was lost`);
      const ours = new Set([...wanted].filter((name) => !byHand.has(name) && !api.elsewhere.has(name)));
      const held = new Map([...api.held.values()].map((one) => [one.hostname, one]));
      for (const name of ours) if (!held.has(name)) throw new Broken(`${name} was lost`);
      for (const [name, id] of byHand) {
        if (held.get(name)?.id !== id) throw new Broken(`${name} was not ours to delete`);
        if (api.touched.has(id)) throw new Broken(`${name} was not ours to change`);
      }
      for (const name of held.keys())
        if (!ours.has(name) && !byHand.has(name)) throw new Broken(`${name} was left behind`);
      if (held.size !== api.held.size) throw new Broken("a hostname is there twice");
      for (const { hostname, cloudflareId, isOurs, state } of rows()) {
        if (!wanted.has(hostname)) throw new Broken(`${hostname} has a row and no domain`);
        if (api.elsewhere.has(hostname) ? state !== "refused" : held.get(hostname)?.id !== cloudflareId)
          throw new Broken(`the row of ${hostname} is wrong`);
        if (state !== "refused" && Boolean(isOurs) === byHand.has(hostname))
          throw new Broken(`whose ${hostname} is, is wrong`);
      }
    },
  };
  return { simulation, figures };
}
