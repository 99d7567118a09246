import type { AppContext } from '../../context.ts';
import { removeOutside } from './remove-outside.ts';
import { findCardById } from './store.ts';

/** The acquirer forgets a card first, since only its token can tell it which; then nothing of the card is left here. */
export async function forgetCard(context: AppContext, cardId: string): Promise<void> {
  const card = await findCardById(context.db, cardId);
  await removeOutside(context, card.acquirer, card.acquirerToken);
  await context.db
    .updateTable('cards')
    .set({ acquirerToken: `erased:${cardId}`, brand: '', first6: '', last4: '', binType: '', expMonth: 0, expYear: 0 })
    .where('cardId', '=', cardId)
    .execute();
}
