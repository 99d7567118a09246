import { Refusal } from '../../errors.ts';
import type { OrderTerms } from '../merchants/read-terms.ts';
import type { QuoteRecord } from '../pricing/quote-record.ts';

/** An order that pays its partner pays into a balance. @throws Refusal PAYOUT_PAUSED where that cannot be had */
export function checkTerms(
  { payToPartner }: Pick<OrderTerms, 'payToPartner'>,
  { payoutGroup }: Pick<QuoteRecord, 'payoutGroup'>,
): void {
  if (payToPartner && payoutGroup !== 'balance') throw new Refusal({ code: 'PAYOUT_PAUSED', field: 'payout_group' });
}
