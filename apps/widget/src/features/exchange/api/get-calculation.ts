import type { getCalculation } from '@causeway/contract/calls/get-calculation';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { CalculationAnswer } from '@causeway/contract/shapes/calculation';
import type { Api } from '../../../lib/api/api.ts';
import type { Endpoint } from '../../../lib/api/endpoint.ts';
import type { CalculationRequest } from '../rules/calculation-request.ts';

export const calculationEndpoint: Endpoint<CalculationRequest, AnswerOf<typeof getCalculation>> = {
  id: 'C-04',
  method: 'GET',
  path: '/onramp/calc',
  keys: ['calc', 'limits', 'errors'],
};

export interface Price {
  answer: CalculationAnswer;
  /** The floating rate was refused and this is the price of a fixed one. */
  isSwitchedToFixed: boolean;
}

/** Asks for a price; where a floating rate is refused it asks again with a fixed one (4.5-09). */
export async function calculate(api: Api, request: CalculationRequest, signal: AbortSignal): Promise<Price> {
  const answer = await api.call(calculationEndpoint, request, { signal });
  if (!request.isFloatingRate || !isRefused(answer)) return { answer, isSwitchedToFixed: false };
  const fixed = await api.call(calculationEndpoint, { ...request, isFloatingRate: false }, { signal });
  return isRefused(fixed) ? { answer, isSwitchedToFixed: false } : { answer: fixed, isSwitchedToFixed: true };
}

function isRefused(answer: CalculationAnswer): boolean {
  return answer.errors.some((item) => item.code === 'CANT_EXCHANGE');
}
