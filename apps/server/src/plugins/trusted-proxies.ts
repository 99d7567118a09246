import type { Config } from '../config/config.ts';

/**
 * How many senders of forwarding headers are trusted: as many as the operator runs, counted from this server. Headers
 * before them were written by the caller.
 */
export function trustedProxies(config: Pick<Config, 'TRUSTED_PROXIES'>): (address: string, hop: number) => boolean {
  return (_address, hop) => hop < config.TRUSTED_PROXIES;
}
