import { runInDurableObject } from "cloudflare:test";
import { expect, it } from "vitest";
import type { DomainAudit } from "../../../src/audit/crawl/frontier/domain-audit.do";
import { JOB_VERSION } from "../../../src/audit/model/run/calls";
import { env } from "../support/api.ts";

/** Keeps the queue's consumer from claiming the jobs of a test. */
const sendNothing = (instance: DomainAudit) =>
  Object.assign((instance as unknown as { jobs: object }).jobs, { send: () => Promise.resolve() });

it("an isolate of another release gets no work: its claim is refused, and the job is sent again without a penalty", async () => {
  const stub = env.DOMAIN_AUDIT.getByName("job-version");
  await runInDurableObject(stub, async (instance, { storage }) => {
    sendNothing(instance);
    await instance.start({ runId: "r1", domainId: "d1", seeds: ["http://x.example/"], pageLimit: 5 } as never);
    for (const other of [JOB_VERSION - 1, JOB_VERSION + 1]) {
      const before = storage.kv.get<{ token: string }>("run")!;
      expect(await instance.claim(before.token, other)).toBeNull();
      const after = storage.kv.get<{ token: string }>("run")!;
      expect(after).toMatchObject({ claimed: false, resumptions: 0 });
      expect(after.token).not.toBe(before.token);
      expect(await instance.claim(before.token, JOB_VERSION)).toBeNull();
    }
    const { token } = storage.kv.get<{ token: string }>("run")!;
    expect(await instance.claim(token, JOB_VERSION)).toMatchObject({ phase: "prepare" });
    // A late duplicate from another isolate takes nothing from the job that works.
    expect(await instance.claim(token, JOB_VERSION + 1)).toBeNull();
    expect(instance.renew(token)).toBe(true);
    await instance.abandon();
  });
});
