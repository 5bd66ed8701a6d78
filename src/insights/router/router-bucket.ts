import type { RoutedKind, RouterAction } from "../../accounts";
import type { Bindings } from "../../env";

type BucketEnv = Pick<Bindings, "ARCHIVE">;

/** A switch, with the pages that it was about when it was switched on. Later ones may have been found because of it. */
export interface KeptSwitch {
  action: RouterAction;
  kind: RoutedKind;
  /** Epoch ms. */
  since: number;
  paths: string[];
}

const keyOf = (domainId: string) => `router/${domainId}.json`;

/** Replaces the switches of before. */
export async function keepSwitches({ ARCHIVE }: BucketEnv, domainId: string, switches: KeptSwitch[]): Promise<void> {
  await ARCHIVE.put(keyOf(domainId), JSON.stringify(switches));
}

export async function keptSwitches({ ARCHIVE }: BucketEnv, domainId: string): Promise<KeptSwitch[]> {
  const object = await ARCHIVE.get(keyOf(domainId));
  return object === null ? [] : object.json<KeptSwitch[]>();
}

export async function deleteSwitches({ ARCHIVE }: BucketEnv, domainId: string): Promise<void> {
  await ARCHIVE.delete(keyOf(domainId));
}
