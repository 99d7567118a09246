import type { createOrder } from '@causeway/contract/calls/create-order';
import type { RequestOf } from '@causeway/contract/define-call';
import type { RefusalItem } from '../../errors.ts';
import type { QuoteRecord } from '../pricing/quote-record.ts';

type Request = RequestOf<typeof createOrder>;

/** What an order asks its client to agree to and was not agreed to; a shown agreement is obligatory. */
export function checkAgreements(
  { isFloatingRate, payinGroup, payoutGroup }: Pick<QuoteRecord, 'isFloatingRate' | 'payinGroup' | 'payoutGroup'>,
  request: Pick<Request, 'isAgreeRate' | 'isAgreeName' | 'isRememberCard' | 'isRememberCardAgree'>,
): RefusalItem[] {
  const asked: [field: string, agreement: string, isAsked: boolean, isGiven: boolean | undefined][] = [
    ['is_agree_rate', 'rate', isFloatingRate, request.isAgreeRate],
    ['is_agree_name', 'name', payinGroup === 'sepa' || payoutGroup === 'sepa', request.isAgreeName],
    ['is_remember_card_agree', 'card', request.isRememberCard === true, request.isRememberCardAgree],
  ];
  return asked
    .filter(([, , isAsked, isGiven]) => isAsked && isGiven !== true)
    .map(([field, agreement]) => ({ code: 'AGREEMENT_REQUIRED', field, values: { agreement } }));
}
