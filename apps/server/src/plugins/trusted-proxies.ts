import type { Config } from '../config/config.ts';

/**
 * Which senders of forwarding headers are believed: as many as the operator runs, counted from here. What stands
 * before them was written by whoever asks.
 */
export function trustedProxies(config: Pick<Config, 'TRUSTED_PROXIES'>): (address: string, hop: number) => boolean {
  return (_address, hop) => hop < config.TRUSTED_PROXIES;
}
