import { expect, it } from "vitest";
import { addUsage } from "../../../src/usage/usage-repo.ts";
import { call, env, newAccount, OPERATOR } from "../support/api.ts";

const read = (query = "") => call("GET", `/api/admin/usage${query}`, { headers: OPERATOR });

it("tells an operator what a month took, by account and in parts", async () => {
  const [first, second] = [(await newAccount("pro")).accountId, (await newAccount("free")).accountId].sort();
  const april = Date.parse("2021-04-30T23:59:59Z");
  await addUsage(env.DB, first!, { kvWrites: 100_000, requests: 10.4 }, april);
  await addUsage(env.DB, second!, { objectRowsWritten: 2_000_000 }, april);
  await addUsage(env.DB, "", { queueOps: 1_000_000 }, april);
  await addUsage(env.DB, first!, { kvWrites: 7 }, april + 1_000);
  const { status, body } = await read("?month=2021-04&limit=1");
  expect(status).toBe(200);
  expect(body).toMatchObject({
    month: "2021-04",
    total: { dollars: 2.900_003, units: { kvWrites: 100_000, objectRowsWritten: 2_000_000, queueOps: 1_000_000 } },
    notAttributed: { dollars: 0.4, units: { queueOps: 1_000_000 } },
    accounts: [{ accountId: first, dollars: 0.500_003, units: { kvWrites: 100_000, requests: 10 } }],
    nextCursor: first,
  });
  const rest = await read(`?month=2021-04&limit=1&cursor=${body.nextCursor}`);
  expect(rest.body.accounts).toEqual([
    { accountId: second, plan: expect.any(String), dollars: 2, units: { objectRowsWritten: 2_000_000 } },
  ]);
  expect(rest.body.nextCursor).toBeNull();
  expect(body.prices).toContainEqual({ unit: "kvWrites", per: 1e6, price: 5, included: 1e6, asOf: "2026-08" });
});

it("is of the current month if none is named, and says what is wrong with another", async () => {
  expect((await read()).body.month).toBe(new Date().toISOString().slice(0, 7));
  const wrong = await read("?month=2026-13");
  expect([wrong.status, wrong.body.message]).toEqual([400, expect.stringContaining("must be a month such as 2026-11")]);
  for (const cursor of ["junk", "' OR 1=1", "0".repeat(101)])
    expect((await read(`?cursor=${encodeURIComponent(cursor)}`)).body).toMatchObject({
      error: "invalid_request",
      issues: [{ path: "cursor", message: "use the nextCursor of the previous response" }],
    });
  expect((await read("?month=2020-01")).body).toMatchObject({ total: { units: {}, dollars: 0 }, accounts: [] });
});
