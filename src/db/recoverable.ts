import type { DurableObject } from "cloudflare:workers";
import type { Bindings } from "../env";

/** The bookmarks of an earlier state and of the present one, or why the platform refuses. */
export type FoundState = { bookmark: string; undo: string } | { refused: string };

/** What a recoverable object offers to the operator. */
export interface Recoverable extends Rpc.DurableObjectBranded {
  /** Looks up the state of a time, epoch ms. Changes nothing. */
  findState: (at: number) => Promise<FoundState>;
  /** Chooses the state that the object has when it starts again. */
  chooseState: (bookmark: string) => Promise<void>;
  /** Ends the object. The caller gets an error, and the next call starts it. */
  restart: () => void;
}

type ObjectClass<T> = new (ctx: DurableObjectState, env: Bindings) => T;

/** The same class of Durable Objects, whose storage the operator can set back to an earlier time. */
export function recoverable<T extends DurableObject<Bindings>>(Base: ObjectClass<T>): ObjectClass<T & Recoverable> {
  return class extends (Base as ObjectClass<DurableObject<Bindings>>) {
    async findState(at: number): Promise<FoundState> {
      const { storage } = this.ctx;
      try {
        return { bookmark: await storage.getBookmarkForTime(at), undo: await storage.getCurrentBookmark() };
      } catch (error) {
        return { refused: String(error) };
      }
    }

    async chooseState(bookmark: string): Promise<void> {
      await this.ctx.storage.onNextSessionRestoreBookmark(bookmark);
    }

    restart(): void {
      this.ctx.abort("the operator restored an earlier state");
    }
  } as unknown as ObjectClass<T & Recoverable>;
}
