import type { Config } from '../../config/config.ts';
import type { Log } from '../../log.ts';
import type { Captcha } from './port.ts';
import { createProofOfWork } from './proof-of-work.ts';
import { createSiteverify } from './siteverify.ts';

/** The configured captcha. `key` signs the challenges of a proof of work, and nothing else. */
export function createCaptcha(
  config: Config,
  key: Uint8Array,
  clock: { now(): Date },
  log: Pick<Log, 'warn'>,
): Captcha {
  return config.CAPTCHA === 'siteverify'
    ? createSiteverify(config, log)
    : createProofOfWork({ ...config, key }, clock, log);
}
