import { type Timers, wait } from './timers.ts';

const firstPause = 2000;
const longestPause = 60_000;

/** Repeats a task until it succeeds, with growing pauses: for parts that a page can do without meanwhile. */
export async function keepTrying<Value>(timers: Timers, attempt: () => Promise<Value>): Promise<Value> {
  for (let pause = firstPause; ; pause = Math.min(pause * 2, longestPause)) {
    try {
      return await attempt();
    } catch {
      await wait(timers, pause);
    }
  }
}
