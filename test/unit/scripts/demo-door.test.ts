import http from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildDemoDoor, type DemoDoor } from "../../../scripts/dev/demo-door.ts";

let api: http.Server;
let base: string;
let door: DemoDoor;
const asked: string[] = [];

beforeAll(async () => {
  api = http.createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(200, { "set-cookie": ["session=1; Path=/; HttpOnly"] }).end("{}");
  });
  await new Promise<void>((resolve) => api.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(api.address() as { port: number }).port}`;
  door = await buildDemoDoor(base);
});
afterAll(() => {
  door.close();
  api.close();
});

const enter = (url: string, headers: Record<string, string> = {}) =>
  new Promise<http.IncomingMessage>((resolve, reject) => {
    http.get(url, { headers, agent: false }, (response) => resolve(response.resume())).on("error", reject);
  });

it("the demo's address signs in once, only under its own name and with its ticket", async () => {
  const early = await enter(door.url);
  expect([early.headers.location, early.headers["set-cookie"]]).toEqual([base, undefined]);
  door.open({ email: "demo@example.com", password: "demo" }, `${base}/shown`);
  const wrong = await enter(new URL("/guess", door.url).href);
  expect([wrong.statusCode, wrong.headers["set-cookie"]]).toEqual([303, undefined]);
  expect((await enter(door.url, { host: "evil.test" })).statusCode).toBe(421);
  expect(asked).toEqual([]);
  const first = await enter(door.url);
  expect([first.statusCode, first.headers.location, first.headers["set-cookie"]]).toEqual([
    303,
    `${base}/app`,
    ["session=1; Path=/; HttpOnly"],
  ]);
  const second = await enter(door.url);
  expect([second.headers.location, second.headers["set-cookie"]]).toEqual([`${base}/app`, undefined]);
  expect(asked).toEqual(["POST /api/auth/sign-in/email"]);
});

it("its other address shows everybody what is public, and signs nobody in", async () => {
  const shown = await enter(door.publicUrl);
  expect([shown.statusCode, shown.headers.location, shown.headers["set-cookie"]]).toEqual([
    303,
    `${base}/shown`,
    undefined,
  ]);
});
