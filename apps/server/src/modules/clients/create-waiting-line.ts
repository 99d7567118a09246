import { Refusal } from '../../errors.ts';

export interface WaitingLine {
  /** @throws Refusal TOO_MANY_REQUESTS when the line is full */
  run<Result>(task: () => Promise<Result>): Promise<Result>;
  /** @throws Refusal TOO_MANY_REQUESTS when nobody more may wait now */
  requirePlace(): void;
}

/** Lets so many tasks run at once, so many wait, and turns the others away. */
export function createWaitingLine(limits: { atOnce: number; waiting: number }): WaitingLine {
  const waiting: (() => void)[] = [];
  let running = 0;

  function requirePlace(): void {
    if (running >= limits.atOnce && waiting.length >= limits.waiting)
      throw new Refusal({ code: 'TOO_MANY_REQUESTS' }, { retryAfterSeconds: 2 });
  }

  async function run<Result>(task: () => Promise<Result>): Promise<Result> {
    requirePlace();
    // Whoever leaves hands over the place, so that nobody overtakes.
    if (running >= limits.atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  }

  return { run, requirePlace };
}
