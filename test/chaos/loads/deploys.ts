import { IndexNowStandIn } from "../../support/index-now.ts";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { ask } from "../../support/service.ts";
import { startSite } from "../../support/site-server.ts";
import { attempt, holdsInCalm, insist, needAccount, pause, type Load, type World } from "../world.ts";

const PAGES = 5;
const words = Array.from({ length: 60 }, (_, i) => `word${i}`).join(" ");

export interface IndexNow {
  url: string;
  /** Host → what was submitted, and when. */
  standIn: IndexNowStandIn;
  close: () => void;
}

export async function startIndexNow(): Promise<IndexNow> {
  const standIn = new IndexNowStandIn();
  const server = http.createServer((request, response) => void standIn.answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/indexnow`;
  return { url, standIn, close: () => server.close() };
}

/** Releases a site again and again. Each release is deployed once, and its changed page is submitted. */
export async function deploys(world: World, indexNow: IndexNow): Promise<Load> {
  const site = await startSite();
  const texts = Array.from({ length: PAGES }, (_, i) => `Page ${i}. ${words}`);
  const { key } = await needAccount(world, { domain: site.host });
  const { base } = world.service;
  let release = 0;
  const publish = (changed: number) => {
    release++;
    texts[changed] = `Page ${changed} of release ${release}. ${words}`;
    const lastmod = new Date(Date.UTC(2026, 0, 1) + release * 60_000).toISOString();
    for (const [i, text] of texts.entries())
      site.routes[`/p${i}`] = { body: `<!doctype html><title>Page ${i}</title><h1>${i}</h1><p>${text}</p>` };
    const urls = texts.map((_, i) => `<url><loc>${site.origin}/p${i}</loc><lastmod>${lastmod}</lastmod></url>`);
    site.routes["/sitemap.xml"] = {
      headers: { "content-type": "application/xml" },
      body: `<urlset>${urls.join("")}</urlset>`,
    };
  };
  const wrong: string[] = [];
  const refs: string[] = [];
  let [submissions, again, notRendered, hadLeft] = [0, 0, 0, false];
  const read = async (id: string) => {
    const url = `/api/deploys/${id}?domain=${site.host}`;
    return (await attempt(world, () => ask(base, "GET", url, { headers: key })))?.body?.deploy;
  };
  const judge = (deploy: any, changed: number, before: { faults: number; submitted: number }) => {
    const submitted = indexNow.standIn.of(site.host).submitted.slice(before.submitted);
    const times = submitted.filter(({ urlList }) => urlList.includes(`${site.origin}/p${changed}`)).length;
    const left = deploy.pages.not_rendered + deploy.pages.left_out;
    submissions += submitted.length;
    again += Math.max(0, times - 1);
    notRendered += left;
    const isFirst = refs.length === 1;
    const isRight =
      deploy.state === "done" &&
      times <= 1 + world.faults() - before.faults &&
      (isFirst || times > 0 || left > 0) &&
      (isFirst || deploy.pages.changed === 1 || hadLeft || left > 0);
    hadLeft = left > 0;
    if (!isRight)
      wrong.push(
        JSON.stringify({ refs: deploy.refs, state: deploy.state, error: deploy.error, pages: deploy.pages, times }),
      );
  };
  const deploy = async () => {
    const changed = release % PAGES;
    publish(changed);
    const before = { faults: world.faults(), submitted: indexNow.standIn.of(site.host).submitted.length };
    const json = { domain: site.host, ref: `release-${release}`, audit: true };
    const post = () => ask(base, "POST", "/api/deploys", { headers: key, json });
    const asked = await insist(world, post, ({ status }) => status === 202);
    if (!asked) return;
    refs.push(json.ref);
    let ended: any;
    const hasEnded = async () => {
      const found = await read(asked.body.deploy.id);
      if (found?.endedAt) ended = found;
      return ended !== undefined;
    };
    if (!(await holdsInCalm(world, hasEnded, 600_000))) wrong.push(`${json.ref} does not end`);
    else judge(ended, changed, before);
  };
  return {
    async work() {
      while (!world.isOver()) {
        await deploy();
        await pause(1_000);
      }
    },
    async findings() {
      const list = () => ask(base, "GET", `/api/deploys?domain=${site.host}&limit=100`, { headers: key });
      const { deploys: kept } = (await insist(world, list, ({ status }) => status === 200))!.body;
      for (const ref of refs.slice(-90)) {
        const of = kept.filter((each: { refs: string[] }) => each.refs.includes(ref));
        if (of.length !== 1) wrong.push(`${ref}: ${of.length} deploys`);
      }
      const runs = kept.map((each: { auditRunId: string | null }) => each.auditRunId).filter(Boolean);
      if (new Set(runs).size !== runs.length) wrong.push("two deploys have one audit");
      await site.close();
      indexNow.close();
      const count = `${refs.length} releases, ${submissions} submissions, ${again} repeated, ${notRendered} pages not rendered`;
      return [{ what: "deploy hook: each release once, its change submitted", count, wrong }];
    },
  };
}
