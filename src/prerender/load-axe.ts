import type { Bindings } from "../env";

const MAX_CHARS = 2 * 1024 * 1024;

let source: string | null = null;

/** The source of axe-core, loaded once per isolate. @throws when the static file is missing. */
export async function loadAxe(env: Pick<Bindings, "ASSETS">): Promise<string> {
  if (source !== null) return source;
  const response = await env.ASSETS.fetch("https://assets.invalid/axe.min.js");
  const text = await response.text();
  if (!response.ok || text.length > MAX_CHARS) throw new Error(`axe is missing: HTTP ${response.status}`);
  return (source = text);
}
