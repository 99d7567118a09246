import type { AppContext } from '../../context.ts';
import { chainSettings, isChain } from '../../providers/chain-settings.ts';

/** When a sent pay-out is looked at next. */
export function followPause({ clock, config }: Pick<AppContext, 'clock' | 'config'>, chain: string): Date {
  if (!isChain(chain)) throw new Error(`There is no chain ${chain}.`);
  return new Date(clock.now().getTime() + chainSettings(config, chain).lookMs);
}
