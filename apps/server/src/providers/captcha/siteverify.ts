import { z } from 'zod';
import type { Config } from '../../config/config.ts';
import type { Log } from '../../log.ts';
import { callProvider } from '../call-provider.ts';
import type { Captcha } from './port.ts';

const timeoutMs = 5_000;
const answer = z.object({ success: z.boolean(), action: z.string().optional(), hostname: z.string().optional() });

type Options = Pick<Config, 'CAPTCHA_VERIFY_URL' | 'CAPTCHA_SECRET' | 'PUBLIC_URL'>;

/**
 * A verifier with the interface of reCAPTCHA's `siteverify`; source:
 * https://developers.google.com/recaptcha/docs/verify. Only an explicit success counts. An action or host in the answer
 * must be the right one; verifiers of this family without them leave them out.
 */
export function createSiteverify(options: Options, log: Pick<Log, 'warn'> = { warn: () => {} }): Captcha {
  const ours = pageHosts(options.PUBLIC_URL);
  return {
    nameOf: (token) => token,
    async verify(token, action, ip) {
      try {
        const body = new URLSearchParams({ secret: options.CAPTCHA_SECRET, response: token, remoteip: ip });
        const { status, text } = await callProvider(
          'captcha',
          options.CAPTCHA_VERIFY_URL,
          { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: body.toString() },
          timeoutMs,
        );
        if (status !== 200) throw new Error(`the verifier answered ${status}`);
        const { success, ...about } = answer.parse(JSON.parse(text));
        return success && isOurs(about.action, [action]) && isOurs(about.hostname, ours);
      } catch (error) {
        log.warn('a captcha could not be checked', { provider: 'captcha', action, error });
        return false;
      }
    },
  };
}

function isOurs(named: string | undefined, right: readonly string[]): boolean {
  return named === undefined || right.includes(named);
}

/** Hosts of our own pages: one, but this machine has two names. */
function pageHosts(publicUrl: string): readonly string[] {
  const { hostname } = new URL(publicUrl);
  const local = ['localhost', '127.0.0.1'];
  return local.includes(hostname) ? local : [hostname];
}
