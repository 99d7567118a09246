import { describe, expect, test, vi } from 'vitest';
import { runAlone } from './run-alone.ts';

type Request = (name: string, task: () => Promise<void>) => Promise<void>;

/** Only what is used of the browser's locks. */
function locksThat(request: Request): LockManager {
  const locks: Pick<LockManager, 'query'> & { request: Request } = {
    request,
    query: () => Promise.reject(new Error()),
  };
  return Object.assign(Object.create(null), locks);
}

describe('4.11 one refresh for all tabs', () => {
  test.each([
    ['with locks', locksThat((_name, task) => task())],
    ['without locks', undefined],
    [
      'A-066 in a frame that is refused locks',
      locksThat(() => Promise.reject(new DOMException('The request was denied.', 'SecurityError'))),
    ],
  ])('%s the task runs once', async (_name, locks) => {
    const task = vi.fn(async () => {});
    await runAlone(locks)(task);
    expect(task).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['with locks', locksThat((_name, task) => task())],
    ['without locks', undefined],
  ])('%s a task that fails is not run again, and its error is reported', async (_name, locks) => {
    const task = vi.fn(async () => {
      throw new Error('no answer');
    });
    await expect(runAlone(locks)(task)).rejects.toThrow('no answer');
    expect(task).toHaveBeenCalledTimes(1);
  });
});
