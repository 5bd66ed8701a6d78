import { expect, it } from "vitest";
import { bodyOf } from "../../../../src/prerender/serve/empty-response";

const broken = (status: number) =>
  new Response(new ReadableStream({ pull: (controller) => controller.error(new Error("Network connection lost.")) }), {
    status,
  });
const none = () => {};

it("a refusal whose connection is closed behind its status has no body", async () => {
  expect(await bodyOf(broken(431), none)).toBeNull();
});

it("a page whose connection is closed before its first byte did not arrive", async () => {
  await expect(bodyOf(broken(200), none)).rejects.toMatchObject({ code: "origin_unreachable" });
});
