import type { createOrder } from '@causeway/contract/calls/create-order';
import type { RequestOf } from '@causeway/contract/define-call';
import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import type { Destination } from '../lifecycle/destination.ts';
import { findPayinMethod, hasPayinMethod } from '../payin-methods/find-payin-method.ts';
import { findPayoutMethod, hasPayoutMethod } from '../payout-methods/find-payout-method.ts';
import type { QuoteRecord } from '../pricing/quote-record.ts';

/**
 * Where an order pays out to, in its usual form, with what is known of the side that pays.
 *
 * @throws Refusal PAYIN_PAUSED or PAYOUT_PAUSED where nobody serves the option, or what is wrong with the destination
 */
export async function checkDestination(
  context: AppContext,
  record: QuoteRecord,
  clientId: string,
  request: RequestOf<typeof createOrder>,
): Promise<Destination> {
  if (!hasPayinMethod(record.payinProvider)) throw new Refusal({ code: 'PAYIN_PAUSED', field: 'payin_group' });
  if (!hasPayoutMethod(record.payoutProvider)) throw new Refusal({ code: 'PAYOUT_PAUSED', field: 'payout_group' });
  const { payoutCurrency: currency, payoutGroup: group, payoutProvider, payinProvider: provider } = record;
  const destination = await findPayoutMethod(payoutProvider).checkDestination(context, {
    clientId,
    currency,
    group,
    request,
  });
  const source = await findPayinMethod(provider).checkSource?.(context, { clientId, provider, request });
  return { ...destination, details: { ...destination.details, ...source } };
}
