import type { CalculationAnswer } from '@causeway/contract/shapes/calculation';
import type { AppContext } from '../../context.ts';
import { lockQuote } from './quote-token.ts';
import type { PriceOrderInput, PricedOrder } from './priced-order.ts';
import { priceFromMemory, priceOrder } from './price-order.ts';

type AnswerContext = Pick<AppContext, 'config' | 'db' | 'clock' | 'rates' | 'texts'>;

/** A price with its limits and errors as the wire carries them; without waiting when all that it needs is in memory. */
export function answerCalculation(
  context: AnswerContext,
  input: PriceOrderInput,
): CalculationAnswer | Promise<CalculationAnswer> {
  const known = priceFromMemory(context, input);
  if (known !== undefined) return toAnswer(context, input, known);
  return priceOrder(context, input).then((priced) => toAnswer(context, input, priced));
}

/** The same with a quote that locks a fixed price, for an answer to one caller only. */
export function answerWithQuote(
  context: AnswerContext & Pick<AppContext, 'config' | 'random'>,
  input: PriceOrderInput,
): CalculationAnswer | Promise<CalculationAnswer> {
  const known = priceFromMemory(context, input);
  if (known !== undefined) return addQuote(context, input, known);
  return priceOrder(context, input).then((priced) => addQuote(context, input, priced));
}

function addQuote(
  context: AnswerContext & Pick<AppContext, 'config' | 'random'>,
  input: PriceOrderInput,
  priced: PricedOrder,
): CalculationAnswer {
  const answer = toAnswer(context, input, priced);
  const locked = lockQuote(context, input, priced);
  return locked === undefined ? answer : { ...answer, calc: { ...answer.calc, ...locked } };
}

function toAnswer(context: AnswerContext, { language }: PriceOrderInput, priced: PricedOrder): CalculationAnswer {
  const { calculation, limits, errors } = priced;
  return { calc: calculation, limits, errors: errors.map((item) => context.texts.toErrorItem(language, item)) };
}
