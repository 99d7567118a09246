import type { Config } from '../../config.ts';
import type { Clock } from '../../context.ts';
import type { Log } from '../../log.ts';
import type { Captcha } from './port.ts';
import { createProofOfWork } from './proof-of-work.ts';
import { createSiteverify } from './siteverify.ts';

/** The captcha that the configuration names. */
export function createCaptcha(config: Config, clock: Clock, log: Pick<Log, 'warn'>): Captcha {
  return config.CAPTCHA === 'siteverify' ? createSiteverify(config, log) : createProofOfWork(config, clock, log);
}
