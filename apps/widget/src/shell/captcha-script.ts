import type { Captcha } from './captcha.ts';

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
}

/** The captcha of a firm: its script is loaded at the first need and gives the tokens. */
export function createScriptCaptcha({ scriptUrl, siteKey, load }: CaptchaScriptOptions): Captcha {
  let script: Promise<CaptchaScript> | undefined;
  async function start(): Promise<CaptchaScript> {
    const loaded = await load(scriptUrl);
    await new Promise<void>((resolve) => loaded.ready(resolve));
    return loaded;
  }
  return {
    async token(action) {
      script ??= start();
      try {
        return await (await script).execute(siteKey, { action });
      } catch (error) {
        script = undefined;
        throw error;
      }
    },
  };
}
