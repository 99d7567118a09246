import { Refusal } from '../../errors.ts';

/** Lets so many tasks run at once, so many wait, and turns the others away. */
export function createWaitingLine(limits: { atOnce: number; waiting: number }) {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async function run<Result>(task: () => Promise<Result>): Promise<Result> {
    if (running >= limits.atOnce) {
      if (waiting.length >= limits.waiting) throw new Refusal({ code: 'TOO_MANY_REQUESTS' }, { retryAfterSeconds: 2 });
      // Whoever leaves hands over the place, so that nobody overtakes.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
