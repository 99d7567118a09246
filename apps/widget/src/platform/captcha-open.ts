import type { BootData } from '@causeway/contract/boot/boot-data';
import type { Api } from '../lib/api/api.ts';
import type { Captcha } from './captcha.ts';
import { createScriptCaptcha } from './captcha-script.ts';
import { createWorkCaptcha } from './captcha-work.ts';
import { isChallengeOpen, loadCaptchaScript } from './load-captcha-script.ts';

/** The captcha that the page was told to use. */
export function openCaptcha(settings: BootData['captcha'], api: Api): Captcha {
  return settings.kind === 'siteverify'
    ? createScriptCaptcha({ ...settings, load: loadCaptchaScript, isChallengeOpen })
    : createWorkCaptcha(api);
}
