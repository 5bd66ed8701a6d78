import { migratedState } from "./migrated-state.ts";

/** Makes the state that services start from before files that want one at once do. */
export default function setup(): void {
  migratedState();
}
