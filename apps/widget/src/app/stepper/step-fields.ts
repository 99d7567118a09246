import type { ErrorItem } from '@causeway/contract/errors/error-item';
import { toSnakeCase } from '@causeway/contract/wire/names';
import { noAddressValues } from '../../features/address/rules/address-values.ts';
import type { StepName } from './steps.ts';

/** The fields each step shows, in wire form (3-17). */
export const stepFields: Partial<Record<StepName, readonly string[]>> = {
  exchange: [
    'payin_amount',
    'payin_currency',
    'payin_group',
    'payout_amount',
    'payout_currency',
    'payout_group',
    'coupon',
    'is_floating_rate',
    'quote',
    'system_state',
  ],
  address: Object.keys(noAddressValues).map(toSnakeCase),
};

/** The step that server errors open (4.3-20, 4.3-21, A-034); undefined to stay. */
export function stepOfErrors(current: StepName, errors: readonly ErrorItem[]): StepName | undefined {
  if (current !== 'exchange' && current !== 'address') return undefined;
  const owns = (step: StepName, item: ErrorItem) => stepFields[step]?.includes(item.field) === true;
  if (errors.some((item) => owns(current, item))) return undefined;
  for (const item of errors) {
    // The address step tells of a new price itself.
    if (item.code === 'QUOTE_EXPIRED') continue;
    if (owns('exchange', item)) return 'exchange';
    if (owns('address', item)) return 'address';
  }
  return undefined;
}

/** What is left of the errors after the step that shows them is left (4.3-02). */
export function withoutStep(step: StepName, errors: readonly ErrorItem[]): ErrorItem[] {
  return errors.filter((item) => item.field !== '' && stepFields[step]?.includes(item.field) !== true);
}
