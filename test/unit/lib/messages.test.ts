import { afterEach, expect, it, vi } from "vitest";
import * as z from "zod";
import { readMessage } from "../../../src/lib/platform/read-message";
import { sendAll } from "../../../src/lib/platform/send-all";

afterEach(() => void vi.restoreAllMocks());

/** What is read of a message, and for how many seconds it is put off; 0: it is not. */
function read(body: unknown): [value: unknown, seconds: number] {
  vi.spyOn(console, "error").mockImplementation(() => {});
  let seconds = 0;
  const retry = (options?: { delaySeconds?: number }) => void (seconds = options!.delaySeconds!);
  const message = { id: "m", attempts: 1, timestamp: new Date(), body, ack: () => {}, retry };
  return [readMessage(z.object({ id: z.string() }), "queue", message as Message), seconds];
}

it("a message of this release or an earlier one is read, and any other is left to a later one", () => {
  expect(read({ id: "a" })).toEqual([{ id: "a" }, 0]);
  expect(read({ id: "a", v: 1 })).toEqual([{ id: "a" }, 0]);
  expect(read({ id: "a", v: 2 })).toEqual([null, 60]);
  expect(read({ id: "a", v: "x" })).toEqual([null, 60]);
  for (const body of [{ id: 1 }, "text", null, 5]) expect(read(body)).toEqual([null, 60]);
});

it("messages are sent in batches of at most a hundred, each once", async () => {
  const batches: number[][] = [];
  const sendBatch = async (batch: Iterable<{ body: number }>) => void batches.push([...batch].map(({ body }) => body));
  const bodies = Array.from({ length: 201 }, (_, i) => i);
  await sendAll<number>({ sendBatch } as unknown as Queue<number>, bodies);
  expect(batches.map((batch) => batch.length)).toEqual([100, 100, 1]);
  expect(batches.flat()).toEqual(bodies);
  await sendAll<number>({ sendBatch } as unknown as Queue<number>, []);
  expect(batches).toHaveLength(3);
});
