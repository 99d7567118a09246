import { type Timers, realTimers } from '../lib/timing/timers.ts';
import type { Captcha } from './captcha.ts';
import { ServerFailure } from '../lib/api/server-failure.ts';

/** What the page script of a reCAPTCHA-like provider offers. */
export interface CaptchaScript {
  ready: (act: () => void) => void;
  execute: (siteKey: string, options: { action: string }) => Promise<string>;
}

interface CaptchaScriptOptions {
  scriptUrl: string;
  siteKey: string;
  /** Adds the script to the page and answers with what it defines. */
  load: (url: string) => Promise<CaptchaScript>;
  /** Whether the provider's challenge is on the page. */
  isChallengeOpen: () => boolean;
}

/** The captcha of a provider: its script is loaded at the first need and gives the tokens. */
export function createScriptCaptcha({ scriptUrl, siteKey, load, isChallengeOpen }: CaptchaScriptOptions): Captcha {
  let script: Promise<CaptchaScript> | undefined;
  async function start(): Promise<CaptchaScript> {
    const loaded = await load(scriptUrl);
    await new Promise<void>((resolve) => loaded.ready(resolve));
    return loaded;
  }
  return {
    async token(action) {
      script ??= start();
      let ready;
      try {
        ready = await script;
      } catch (error) {
        script = undefined;
        throw error;
      }
      return watchChallenge(ready.execute(siteKey, { action }), isChallengeOpen, realTimers);
    },
  };
}

/** Milliseconds between two looks at the challenge of a captcha (9-21, A-147). */
export const challengeCheck = 500;

/** The person has closed the challenge without an answer: every form shows it as it shows a wrong one. */
function challengeClosed(): ServerFailure {
  return new ServerFailure(200, [{ type: 'danger', field: '', code: 'WRONG_CAPTCHA', text: '' }]);
}

/**
 * Resolves as `answer` does; a challenge that was open and disappears without an answer ends the wait, because the
 * provider's script does not report it.
 */
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
