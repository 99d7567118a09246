import type { payOrder as payOrderCall } from '@causeway/contract/calls/pay-order';
import type { RequestOf } from '@causeway/contract/define-call';
import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { keepCardToken } from '../cards/keep-card-token.ts';
import { requireUsableCard } from '../cards/refuse-card.ts';
import { findCard, type CardRow } from '../cards/store.ts';
import type { OrderRow } from '../lifecycle/store.ts';
import type { ChargeWish } from './charge-card.ts';
import { toHolderName } from './charge-rules.ts';
import type { CardPaymentRow } from './store.ts';

/**
 * The card that a call names: one that was just typed in the acquirer's frame, one of the client's list, or the one
 * the order was made with. `undefined` when there is none.
 *
 * @throws Refusal CARD_INVALID, CARD_RESTRICTED, REQUIRED for a typed card without its holder, PAYMENT_UNAVAILABLE
 */
export async function chooseCard(
  context: AppContext,
  order: OrderRow,
  payment: CardPaymentRow,
  request: RequestOf<typeof payOrderCall>,
): Promise<ChargeWish | undefined> {
  const { clientId, destinationDetails } = order;
  const { acquirer } = payment;
  const use = { clientId, acquirer, now: context.clock.now() };
  const holderName = toHolderName(request.cardHolderName);
  const isCardKept = request.saveCard ?? destinationDetails.isRememberCard;
  if (request.cardToken !== undefined && request.cardToken !== '') {
    if (holderName === '') throw new Refusal({ code: 'REQUIRED', field: 'card_holder_name' });
    const typed = await findTyped(context, { clientId, acquirer, cardToken: request.cardToken });
    const card = requireUsableCard(typed, use, 'card_token');
    return { card, holderName, isCardKept, field: 'card_token' };
  }
  const token = request.token ?? destinationDetails.payinCardToken;
  if (token === '') return undefined;
  const card = requireUsableCard(await findCard(context.db, clientId, token), use, 'token');
  return { card, holderName, isCardKept: isCardKept && !card.isListed, field: 'token' };
}

async function findTyped(
  context: AppContext,
  input: { clientId: string; acquirer: string; cardToken: string },
): Promise<CardRow | undefined> {
  try {
    return await keepCardToken(context, input);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    throw new Refusal({ code: 'PAYMENT_UNAVAILABLE', values: { charge: 'none' } }, { cause: error });
  }
}
