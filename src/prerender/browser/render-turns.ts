import {
  nextWaitEnd,
  NO_TURNS,
  stepTurns,
  type TurnAsk,
  type TurnEvent,
  type TurnLimits,
  type TurnRefusal,
  type TurnsState,
} from "../core/turns/render-turns";

/** A turn to render, which `end` gives back, or the reason for the refusal. */
export type Turn = { end: () => void } | { refused: TurnRefusal };

/** The clock and the promises around stepTurns. */
export class RenderTurns {
  private state: TurnsState = NO_TURNS;
  private lastId = 0;
  private readonly asking = new Map<number, (turn: Turn) => void>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly limits: TurnLimits) {}

  /** Waits for a turn, at most `waitMs`. */
  take(who: Pick<TurnAsk, "accountId" | "domainId" | "priority">, waitMs: number): Promise<Turn> {
    const id = ++this.lastId;
    return new Promise((resolve) => {
      this.asking.set(id, resolve);
      this.step({ type: "ask", ask: { ...who, id, waitUntil: Date.now() + waitMs } });
    });
  }

  get waiting(): number {
    return this.state.waiting.length;
  }

  /** Renders that have a turn. */
  get held(): number {
    return this.state.held.length;
  }

  private step(event: TurnEvent): void {
    const { state, effects } = stepTurns(this.state, event, this.limits, Date.now());
    this.state = state;
    for (const effect of effects) {
      const { id } = effect;
      const answer = this.asking.get(id);
      this.asking.delete(id);
      answer?.(effect.type === "start" ? { end: () => this.step({ type: "end", id }) } : { refused: effect.reason });
    }
    clearTimeout(this.timer);
    const endsAt = nextWaitEnd(state);
    if (endsAt !== null)
      this.timer = setTimeout(() => this.step({ type: "tick" }), Math.max(0, endsAt - Date.now()) + 1);
  }
}
