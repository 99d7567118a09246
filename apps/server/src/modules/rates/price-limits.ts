import type { Config } from '../../config/config.ts';
import type { PriceLimits } from './judge-prices.ts';

/** The limits that the configuration sets. */
export function priceLimits(config: Config): PriceLimits {
  return {
    jump: config.PRICE_JUMP_PERCENT,
    day: config.PRICE_DAY_PERCENT,
    steadyJump: config.PRICE_STEADY_JUMP_PERCENT,
    steadyDay: config.PRICE_STEADY_DAY_PERCENT,
    sources: config.PRICE_SOURCES_PERCENT,
  };
}
