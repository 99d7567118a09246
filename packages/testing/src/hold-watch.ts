import type { AfterEffect, Effect, OutsideWatch, Side } from './effect-watch.ts';

const passing: AfterEffect = () => Promise.resolve(true);

/**
 * Holds one effect of a server: before it happens, or with its answer on the way. It continues, late, when released.
 */
export class HoldWatch implements OutsideWatch {
  #wanted: { label: string; side: Side; onHeld: () => void; toCome: number } | undefined;
  #letGo: () => void = () => {};

  /** Waits for the n-th effect whose name begins with `label`. `onHeld` is called at once when it is held. */
  hold(label: string, side: Side, onHeld: () => void, occurrence = 1): void {
    this.#wanted = { label, side, onHeld, toCome: occurrence };
  }

  /** Releases the held effect. */
  letGo(): void {
    this.#wanted = undefined;
    this.#letGo();
  }

  async before({ label }: Effect): Promise<AfterEffect> {
    const wanted = this.#wanted;
    if (wanted === undefined || !label.startsWith(wanted.label)) return passing;
    wanted.toCome -= 1;
    if (wanted.toCome > 0) return passing;
    this.#wanted = undefined;
    if (wanted.side === 'before') {
      await this.#wait(wanted.onHeld);
      return passing;
    }
    return async () => {
      await this.#wait(wanted.onHeld);
      return true;
    };
  }

  #wait(onHeld: () => void): Promise<void> {
    const released = new Promise<void>((resolve) => (this.#letGo = resolve));
    onHeld();
    return released;
  }
}
