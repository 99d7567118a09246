import { ServerFailure } from '../lib/api/server-failure.ts';
import type { Timers } from '../lib/timing/timers.ts';

/** Milliseconds between two looks at the challenge of a captcha (9-21, A-147). */
export const challengeCheck = 500;

/** The person has closed the question without an answer: every form tells it as it tells a wrong one. */
function challengeClosed(): ServerFailure {
  return new ServerFailure(200, [{ type: 'danger', field: '', code: 'WRONG_CAPTCHA', text: '' }]);
}

/** Gives what `answer` gives; a challenge that was open and is gone without an answer ends the wait, because the firm's script tells nobody. */
export function watchChallenge<T>(answer: Promise<T>, isOpen: () => boolean, timers: Timers): Promise<T> {
  let cancel = () => {};
  const closed = new Promise<never>((_resolve, reject) => {
    let wasOpen = false;
    const look = () => {
      const isShown = isOpen();
      // An answer closes the challenge too, and may take a moment to arrive: it has until the next look.
      if (wasOpen && !isShown) cancel = timers.after(challengeCheck, () => reject(challengeClosed()));
      else cancel = timers.after(challengeCheck, look);
      wasOpen = isShown;
    };
    cancel = timers.after(challengeCheck, look);
  });
  return Promise.race([answer, closed]).finally(() => cancel());
}
