import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { findOrderCard } from '../cards/find-order-card.ts';
import { payoutAcquirer } from '../cards/payout-acquirer.ts';
import { requireUsableCard } from '../cards/refuse-card.ts';
import { findCardById } from '../cards/store.ts';
import { destinationDetails, type Destination } from '../lifecycle/destination.ts';
import type { DestinationRequest, PayoutMethod } from '../lifecycle/payout-method.ts';
import type { OrderRow } from '../lifecycle/store.ts';
import { planCardPayout } from './plan-card-payout.ts';
import { stopCardPayout } from './stop-card-payout.ts';
import { findCardPayout } from './store.ts';

/** Paid out to a card of the client. */
export const cardPayout: PayoutMethod = {
  checkDestination,
  plan: planCardPayout,
  stop: stopCardPayout,
  tell,
};

async function checkDestination(context: AppContext, { clientId, request }: DestinationRequest): Promise<Destination> {
  const { token = '', isRememberCard = false } = request;
  if (token === '') throw new Refusal({ code: 'REQUIRED', field: 'token' });
  const use = { clientId, acquirer: payoutAcquirer, now: context.clock.now() };
  const card = requireUsableCard(await findOrderCard(context.db, clientId, payoutAcquirer, token), use, 'token');
  const details = { payoutCardToken: card.token, isRememberCard: isRememberCard && !card.isListed };
  return { address: '', tag: '', details: destinationDetails.parse(details) };
}

async function tell({ db }: AppContext, { orderId, destinationDetails: details }: OrderRow) {
  const payout = await findCardPayout(db, orderId);
  const card = payout === undefined ? undefined : await findCardById(db, payout.cardId);
  return {
    token: details.payoutCardToken,
    payoutCardType: card?.brand ?? '',
    ...(card !== undefined && { dstAddress: `**** ${card.last4}` }),
  };
}
