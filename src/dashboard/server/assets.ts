import type { Bindings } from "../../env";
import type { AssetNames } from "./page-env";

export const ASSET_FOLDER = "/assets/app/";
const HASHED = /^[\w.-]+-[A-Z0-9]{8}\.(?:js|css|svg)$/;
const FOREVER = "public, max-age=31536000, immutable";

let names: AssetNames | null = null;

/** The hashed names. scripts/dev/assets.ts writes them next to the files, so both always belong to one release. */
export async function assetNames(env: Bindings, url: string): Promise<AssetNames> {
  // The value is kept, not the promise: a request that waits for another one's work hangs if that one is cancelled.
  names ??= await readNames(env, url);
  return names;
}

async function readNames(env: Bindings, url: string): Promise<AssetNames> {
  const response = await env.ASSETS.fetch(new URL(`${ASSET_FOLDER}manifest.json`, url));
  if (!response.ok) throw new Error(`the manifest of scripts and styles is missing: ${response.status}`);
  return response.json();
}

/** A release of this service, which charts mark. */
export interface Release {
  version: string;
  /** `yyyy-mm-dd`. */
  date: string;
}

let releases: Release[] | null = null;

/** The releases that the changelog has; none if the file is missing. */
export async function ownReleases(env: Bindings, url: string): Promise<Release[]> {
  if (releases) return releases;
  const response = await env.ASSETS.fetch(new URL(`${ASSET_FOLDER}releases.json`, url));
  releases = response.ok ? await response.json<Release[]>() : [];
  return releases;
}

/** A script or style by its hashed name; null if there is none. */
export async function serveAsset(env: Bindings, url: string, name: string): Promise<Response | null> {
  if (!HASHED.test(name)) return null;
  const file = await env.ASSETS.fetch(new URL(ASSET_FOLDER + name, url));
  if (file.status !== 200) return null;
  const headers = new Headers(file.headers);
  headers.set("cache-control", FOREVER);
  return new Response(file.body, { headers });
}
