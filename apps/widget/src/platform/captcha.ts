import { NetworkFailure } from '../lib/api/network-failure.ts';

export interface Captcha {
  /** A token for one call. What makes it is fetched at the first need. */
  token: (action: string) => Promise<string>;
}

/** A captcha whose code loads with the first needed token; a failed fetch is repeated. */
export function lateCaptcha(load: () => Promise<Captcha>): Captcha {
  let captcha: Promise<Captcha> | undefined;
  return {
    async token(action) {
      captcha ??= load();
      let ready;
      try {
        ready = await captcha;
      } catch {
        captcha = undefined;
        throw new NetworkFailure('The captcha could not be loaded.');
      }
      return ready.token(action);
    },
  };
}
