import type { RawRender } from "../../../src/prerender/core/pages/raw-render";
import { writeBody } from "../../../src/prerender/cache/snapshot-bucket";

const BODY_BYTES = 2_900_000;
const BODIES = 9;

/** Makes this isolate forget the bodies in its memory, as another isolate does not have them. */
export async function forgetBodies(): Promise<void> {
  const nowhere = { SNAPSHOTS: { put: () => Promise.resolve() }, KV: {} } as never;
  for (let i = 0; i < BODIES; i++) await writeBody(nowhere, crypto.randomUUID(), new ArrayBuffer(BODY_BYTES));
}

/** What a browser makes of a page that says this. */
export function renderedPage(text: string): RawRender {
  const nothing = { metas: [], failedRequests: [], errors: [], consoleErrors: [], resources: [] };
  const head = { status: 200, location: null, headers: {}, title: "", description: "", heading: "", finalUrl: "" };
  return { ...nothing, ...head, html: `<p>${text}</p>`, tooLarge: false, text, ready: "flag" };
}
