import { Refusal } from '../../errors.ts';
import type { OrderTerms } from '../merchants/read-terms.ts';
import type { QuoteRecord } from '../pricing/quote-record.ts';

/**
 * What an order through a partner must be beside its price: paid to the partner's balance where it pays the partner,
 * and never from the balance of a client whose e-mail address somebody typed at a merchant.
 *
 * @throws Refusal PAYIN_PAUSED, PAYOUT_PAUSED
 */
export function checkTerms(
  { isMerchant, payToPartner }: Pick<OrderTerms, 'isMerchant' | 'payToPartner'>,
  { payinGroup, payoutGroup }: Pick<QuoteRecord, 'payinGroup' | 'payoutGroup'>,
): void {
  if (isMerchant && payinGroup === 'balance') throw new Refusal({ code: 'PAYIN_PAUSED', field: 'payin_group' });
  if (payToPartner && payoutGroup !== 'balance') throw new Refusal({ code: 'PAYOUT_PAUSED', field: 'payout_group' });
}
