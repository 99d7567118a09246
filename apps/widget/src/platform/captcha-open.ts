import { loadScript } from '../lib/load-script.ts';
import { ScriptFailure } from '../lib/api/network-failure.ts';
import { type CaptchaScript, createScriptCaptcha } from './captcha-script.ts';
import type { BootData } from '@causeway/contract/boot/boot-data';
import type { Api } from '../lib/api/api.ts';
import type { Captcha } from './captcha.ts';
import { createWorkCaptcha } from './captcha-work.ts';

declare global {
  interface Window {
    grecaptcha?: CaptchaScript;
  }
}

/** The challenge of reCAPTCHA, and of providers that mark theirs as the sandbox does. */
const challenges = 'iframe[src*="/bframe"], [data-captcha-challenge]';

/** Whether a question of the captcha is in sight. */
export function isChallengeOpen(): boolean {
  return [...document.querySelectorAll(challenges)].some((question) =>
    question.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
  );
}

/**
 * Adds the provider's script to the page. When it does not load, the person is asked to try later, as after any call
 * without an answer.
 */
export function loadCaptchaScript(url: string): Promise<CaptchaScript> {
  const failure = () => new ScriptFailure('The captcha could not be loaded.');
  return loadScript(url, () => window.grecaptcha, failure);
}

/** The captcha that the boot data names. */
export function openCaptcha(settings: BootData['captcha'], api: Api): Captcha {
  return settings.kind === 'siteverify'
    ? createScriptCaptcha({ ...settings, load: loadCaptchaScript, isChallengeOpen })
    : createWorkCaptcha(api);
}
