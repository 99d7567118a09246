import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { removeOutside } from './remove-outside.ts';
import { findCard } from './store.ts';

/**
 * C-36: forgets a card at its acquirer and here. An order that was made with it meanwhile asks for another card.
 *
 * @throws Refusal NOT_FOUND for a card that is not the client's, TRY_LATER while the acquirer cannot be asked
 */
export async function deleteCard(context: AppContext, clientId: string, token: string): Promise<void> {
  const card = await findCard(context.db, clientId, token);
  if (card === undefined) throw new Refusal({ code: 'NOT_FOUND', field: 'token', values: { what: 'card' } });
  try {
    await removeOutside(context, card.acquirer, card.acquirerToken);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    throw new Refusal({ code: 'TRY_LATER' }, { cause: error, retryAfterSeconds: 5 });
  }
  await context.db
    .updateTable('cards')
    .set({ deletedAt: context.clock.now() })
    .where('cardId', '=', card.cardId)
    .execute();
}
