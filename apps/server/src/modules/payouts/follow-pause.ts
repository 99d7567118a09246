import type { AppContext } from '../../context.ts';

/** Milliseconds between looks at a pay-out: the simulated chain makes blocks in seconds, the real one in minutes. */
const pauses = { regtest: 2000, testnet: 20_000, mainnet: 20_000 } as const;

/** When a sent pay-out is looked at next. */
export function followPause({ clock, config }: Pick<AppContext, 'clock' | 'config'>): Date {
  return new Date(clock.now().getTime() + pauses[config.BITCOIN_NETWORK]);
}
