import { createHash } from 'node:crypto';
import type { AppContext } from '../../../context.ts';
import type { OrderRow } from '../../order-lifecycle/store.ts';
import type { CardPaymentRow } from '../store.ts';
import type { RequestOf } from '@causeway/contract/define-call';
import type { payOrder as payOrderCall } from '@causeway/contract/calls/pay-order';
import type { ChargeRequest } from '../charge-card.ts';
import { toHolderName } from './charge-rules.ts';
import { Refusal } from '../../../errors.ts';
import { requireUsableCard } from '../../cards/rules.ts';
import { findCard, type CardRow } from '../../cards/store.ts';
import { keepCardToken } from '../../cards/keep-card.ts';
import { ProviderError } from '../../../providers/provider-error.ts';

/**
 * The card that a call names: one newly entered in the acquirer's frame, one of the client's list, or the one the order
 * was made with. `undefined` when there is none.
 *
 * @throws Refusal CARD_INVALID, CARD_RESTRICTED, REQUIRED for a typed card without its holder, PAYMENT_UNAVAILABLE
 */
export async function chooseCard(
  context: AppContext,
  order: OrderRow,
  payment: CardPaymentRow,
  request: RequestOf<typeof payOrderCall>,
): Promise<ChargeRequest | undefined> {
  const { clientId, destinationDetails } = order;
  const { acquirer } = payment;
  const use = { clientId, acquirer, now: context.clock.now() };
  const entered = { ...use, clientId: cardOwner(order) };
  const holderName = toHolderName(request.cardHolderName);
  const isCardKept = request.saveCard ?? destinationDetails.isRememberCard;
  if (request.cardToken !== undefined && request.cardToken !== '') {
    if (holderName === '') throw new Refusal({ code: 'REQUIRED', field: 'card_holder_name' });
    const typed = await findTyped(context, { ...entered, cardToken: request.cardToken });
    const card = requireUsableCard(typed, entered, 'card_token');
    // A payer who types a card has it in hand: its bank decides what it asks.
    return { card, holderName, isCardKept, isOwnerAsked: card.isListed && leavesAccount(order), field: 'card_token' };
  }
  if (request.walletToken !== undefined && request.walletToken !== '') {
    const card = requireUsableCard(await findWalletCard(context, order, payment, request), entered, 'wallet_token');
    // The device has asked its owner for this payment, and the card's bank may still.
    return { card, holderName, isCardKept: false, isOwnerAsked: false, field: 'wallet_token' };
  }
  const token = request.token ?? destinationDetails.payinCardToken;
  if (token === '') return undefined;
  const card = requireUsableCard(await findCard(context.db, clientId, token), use, 'token');
  // A session alone reads the tokens of all the client's cards, also of those that other orders were made with.
  const isTyped = destinationDetails.isPayinCardTyped && token === destinationDetails.payinCardToken && !card.isListed;
  return {
    card,
    holderName,
    isCardKept: isCardKept && !card.isListed,
    isOwnerAsked: !isTyped && leavesAccount(order),
    field: 'token',
  };
}

/** Whose a card is that is entered for an order: a merchant's payer has typed an address, and is not its owner. */
function cardOwner({ clientId, isMerchant }: OrderRow): string | null {
  return isMerchant ? null : clientId;
}

/** What stays on the client's own balance leaves only by an approval. */
function leavesAccount({ payoutGroup, payToPartner, isMerchant }: OrderRow): boolean {
  return payoutGroup !== 'balance' || payToPartner || isMerchant;
}

/** The card of a wallet's sheet; what one order was given pays no other. */
async function findWalletCard(
  context: AppContext,
  order: OrderRow,
  { acquirer, acquirerPaymentId: id }: CardPaymentRow,
  { wallet, walletToken = '' }: RequestOf<typeof payOrderCall>,
): Promise<CardRow | undefined> {
  const { vault } = context.providers.acquirers.find(acquirer);
  if (vault === undefined || id === null || wallet === undefined || !vault.wallets.includes(wallet))
    throw new Refusal({ code: 'PAYMENT_METHOD_UNKNOWN', field: 'wallet' });
  const key = createHash('sha256').update(`${order.orderId} ${walletToken}`).digest('hex');
  try {
    const taken = await vault.takeWallet({ key, id, wallet, walletToken });
    return await keepCardToken(context, { clientId: cardOwner(order), acquirer, cardToken: taken.token });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.kind !== 'refused')
      throw new Refusal({ code: 'PAYMENT_UNAVAILABLE', values: { charge: 'none' } }, { cause: error });
    const reason = error.code === 'card_type_not_accepted' ? 'type' : 'token';
    throw new Refusal({ code: 'CARD_INVALID', field: 'wallet_token', values: { reason } }, { cause: error });
  }
}

async function findTyped(
  context: AppContext,
  input: { clientId: string | null; acquirer: string; cardToken: string },
): Promise<CardRow | undefined> {
  try {
    return await keepCardToken(context, input);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    throw new Refusal({ code: 'PAYMENT_UNAVAILABLE', values: { charge: 'none' } }, { cause: error });
  }
}
