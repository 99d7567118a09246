import type { Timers } from '../../lib/timing/timers.ts';
import { reportRules } from './report-rules.ts';

/**
 * Holds reports back until a second has passed without another; more than the buffer holds are dropped (9-38, 9-39).
 */
export function waitInLine<Report, Sent>(
  send: (report: Report) => PromiseLike<Sent>,
  timers: Timers,
  dropped: Sent,
): (report: Report) => PromiseLike<Sent> {
  const line: { report: Report; done: (sent: Sent) => void }[] = [];
  let cancel = () => {};

  async function leave({ report, done }: (typeof line)[number]): Promise<void> {
    try {
      done(await send(report));
    } catch {
      done(dropped);
    }
  }
  function sendAll(): void {
    for (const waiting of line.splice(0)) void leave(waiting);
  }

  return (report) => {
    if (line.length >= reportRules.bufferMax) return Promise.resolve(dropped);
    return new Promise<Sent>((done) => {
      line.push({ report, done });
      cancel();
      cancel = timers.after(reportRules.debounceMs, sendAll);
    });
  };
}
