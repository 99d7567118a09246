import type { Calculation } from '@causeway/contract/shapes/calculation';
import { widgetOptions } from '../../features/exchange/rules/widget-options.ts';
import { useCalculation } from '../../features/exchange/use-calculation.ts';
import { useAccount, useApp } from '../app-parts.ts';

/** The price of the order under way, or undefined while pay-out is not known (8-05). */
export function useShownPrice(): Calculation | undefined {
  const { exchange } = useApp();
  const { config } = useAccount();
  const { price } = useCalculation(exchange, widgetOptions(config.swConfig.widgetParams).partnerKey, false);
  if (!price || price.answer.errors.some((item) => item.code === 'REQUIRED')) return undefined;
  return price.answer.calc;
}
