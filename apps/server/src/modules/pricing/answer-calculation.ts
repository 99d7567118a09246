import type { CalculationAnswer } from '@causeway/contract/shapes/calculation';
import type { AppContext } from '../../context.ts';
import type { PriceOrderInput } from './priced-order.ts';
import { priceOrder } from './price-order.ts';

/** A price with its limits and errors as the wire carries them. */
export async function answerCalculation(
  context: Pick<AppContext, 'db' | 'clock' | 'rates' | 'texts'>,
  input: PriceOrderInput,
): Promise<CalculationAnswer> {
  const { calculation, limits, errors } = await priceOrder(context, input);
  return {
    calc: calculation,
    limits,
    errors: errors.map((item) => context.texts.toErrorItem(input.language, item)),
  };
}
