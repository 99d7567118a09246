import type { AfterEffect, Effect, OutsideWatch, Side } from './effect-watch.ts';

const passing: AfterEffect = () => Promise.resolve(true);

/**
 * Holds one effect of a server, at its first happening: before it takes hold, or with its answer on the way. It goes on,
 * late, when it is let go.
 */
export class HoldWatch implements OutsideWatch {
  #wanted: { label: string; side: Side; onHeld: () => void } | undefined;
  #letGo: () => void = () => {};

  /** Waits for an effect whose name begins like this. `onHeld` is called at once when it is held. */
  hold(label: string, side: Side, onHeld: () => void): void {
    this.#wanted = { label, side, onHeld };
  }

  /** Lets what is held go on. */
  letGo(): void {
    this.#wanted = undefined;
    this.#letGo();
  }

  async before({ label }: Effect): Promise<AfterEffect> {
    const wanted = this.#wanted;
    if (wanted === undefined || !label.startsWith(wanted.label)) return passing;
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
