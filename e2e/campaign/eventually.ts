import { setTimeout as sleep } from 'node:timers/promises';

/** Repeats a question until there is an answer. @throws Error that names what did not happen */
export async function eventually<T>(what: string, ask: () => Promise<T | undefined>, withinMs = 120_000): Promise<T> {
  for (const deadline = Date.now() + withinMs; Date.now() < deadline; await sleep(100)) {
    const answer = await ask();
    if (answer !== undefined) return answer;
  }
  throw new Error(`Not within ${withinMs / 1000} s: ${what}.`);
}
