import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { keepPaidCard } from '../cards/keep-paid-card.ts';
import { findCardById } from '../cards/store.ts';
import type { CardPayoutRow } from './store.ts';

/** Puts a card that was typed for a pay-out into the client's list, when it was to be kept. */
export async function listPaidCard(
  context: AppContext,
  trx: Executor,
  { cardId, acquirer }: CardPayoutRow,
  keptToken: string,
): Promise<void> {
  if (keptToken === '') return;
  const { clientId, brand, first6, last4, expMonth, expYear, binType: funding } = await findCardById(trx, cardId);
  const card = { token: keptToken, brand, first6, last4, expMonth, expYear, funding };
  await keepPaidCard(context, trx, { clientId, acquirer, card });
}
