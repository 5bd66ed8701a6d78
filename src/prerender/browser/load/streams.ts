import type { StreamKind } from "../../core/pages/open-streams";
import type { NetworkState } from "../../core/pages/readiness";

interface Open {
  own: boolean;
  kind: StreamKind;
  firstAt: number;
  lastAt: number;
  parts: number;
}

/** What a page's open sockets, event sources and streamed responses have sent. */
export class Streams {
  private readonly open = new Map<string, Open>();

  opened(requestId: string, own: boolean, kind: StreamKind): void {
    this.open.set(requestId, { own, kind, firstAt: 0, lastAt: 0, parts: 0 });
  }

  /** It has sent something. Returns whether that was the first time. */
  spoke(requestId: string, now: number): boolean {
    const stream = this.open.get(requestId);
    if (!stream) return false;
    if (stream.parts++ === 0) stream.firstAt = now;
    stream.lastAt = now;
    return stream.parts === 1;
  }

  /** A part of a streamed response has arrived. */
  read(requestId: string, own: boolean, kind: StreamKind, now: number): void {
    if (!this.open.has(requestId)) this.opened(requestId, own, kind);
    this.spoke(requestId, now);
  }

  closed(requestId: string): void {
    this.open.delete(requestId);
  }

  clear(): void {
    this.open.clear();
  }

  state(now: number): Pick<NetworkState, "silentChannels" | "talking" | "streams"> {
    const list = [...this.open.values()];
    const channels = list.filter(({ kind }) => kind !== "response");
    const spoken = list.filter(({ own, parts }) => own && parts > 0);
    return {
      silentChannels: channels.filter(({ parts }) => parts === 0).length,
      talking: channels.some(({ parts }) => parts > 0),
      streams: spoken.map(({ kind, firstAt, lastAt, parts }) => ({
        kind,
        forMs: now - firstAt,
        stillMs: now - lastAt,
        parts,
      })),
    };
  }
}
