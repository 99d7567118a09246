import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { keepCardToken } from './keep-card-token.ts';
import { findCard } from './store.ts';

/**
 * Makes a card that was typed in the address step known before the order is made: its acquirer is asked outside of
 * any transaction. A token that nobody knows is left for the order to refuse.
 *
 * @throws Refusal PAYMENT_UNAVAILABLE while an acquirer cannot be asked
 */
export async function keepOrderCard(context: AppContext, clientId: string, token: string | undefined): Promise<void> {
  if (token === undefined || token === '') return;
  if ((await findCard(context.db, clientId, token)) !== undefined) return;
  try {
    for (const { name, vault } of context.providers.acquirers.all)
      if (vault !== undefined && (await keepCardToken(context, { clientId, acquirer: name, cardToken: token }))) return;
  } catch (error) {
    if (error instanceof ProviderError)
      throw new Refusal({ code: 'PAYMENT_UNAVAILABLE', values: { charge: 'none' } }, { cause: error });
    throw error;
  }
}
