/** Something the server did that the outside world or the database will remember. */
export interface Effect {
  /** What it was, for example `commit card_payments, orders` or `POST /acquirer/v1/payments`. */
  label: string;
}

/** Which moment of which effect is to be met: its n-th happening, before it takes hold or after, unheard of. */
export interface Target {
  label: string;
  occurrence: number;
  side: 'before' | 'after';
}

/**
 * Sits between the proxies and a test: notes every effect in order, and calls `strike` once, at the target. While
 * a strike is under way the proxies pass nothing on, so that the victim never learns what became of its effect.
 */
export class EffectWatch {
  readonly seen: string[] = [];
  #target: Target | undefined;
  #strike: (() => Promise<void>) | undefined;
  #count = 0;
  #struck = false;
  #isWatching = false;

  /** Starts noting; with a target, strikes there. */
  watch(target?: Target, strike?: () => Promise<void>): void {
    this.seen.length = 0;
    this.#target = target;
    this.#strike = strike;
    this.#count = 0;
    this.#struck = false;
    this.#isWatching = true;
  }

  get hasStruck(): boolean {
    return this.#struck;
  }

  /** An effect is about to happen. Answers `false` when it must not: the victim has just been struck. */
  async before(effect: Effect): Promise<boolean> {
    if (!this.#isWatching) return true;
    this.seen.push(effect.label);
    if (this.#target?.label === effect.label) this.#count += 1;
    return !(await this.#strikeAt(effect, 'before'));
  }

  /** An effect has happened, its answer is still on the way. Answers `false` when the answer must not arrive. */
  async after(effect: Effect): Promise<boolean> {
    if (!this.#isWatching) return true;
    return !(await this.#strikeAt(effect, 'after'));
  }

  async #strikeAt(effect: Effect, side: Target['side']): Promise<boolean> {
    const target = this.#target;
    const isHere =
      target !== undefined &&
      !this.#struck &&
      target.label === effect.label &&
      target.occurrence === this.#count &&
      target.side === side;
    if (!isHere) return false;
    this.#struck = true;
    await this.#strike?.();
    return true;
  }
}
