import { realTimers } from '../lib/timing/timers.ts';
import type { Captcha } from './captcha.ts';
import { watchChallenge } from './watch-challenge.ts';

/** What the page script of a reCAPTCHA-like provider offers. */
export interface CaptchaScript {
  ready: (act: () => void) => void;
  execute: (siteKey: string, options: { action: string }) => Promise<string>;
}

export interface CaptchaScriptOptions {
  scriptUrl: string;
  siteKey: string;
  /** Adds the script to the page and answers with what it defines. */
  load: (url: string) => Promise<CaptchaScript>;
  /** Whether the firm's question stands on the page. */
  isChallengeOpen: () => boolean;
}

/** The captcha of a firm: its script is loaded at the first need and gives the tokens. */
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
