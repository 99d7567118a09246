import type { AppContext } from '../../context.ts';
import { newUuid } from '../../new-uuid.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { makeCardToken } from './make-card-token.ts';
import { findByAcquirerToken, toCardColumns, type CardRow } from './store.ts';

/**
 * The card that an acquirer's frame gave a one-time token for, written down as this client's but not in the list.
 * A token that another client brought first stays theirs.
 *
 * @returns `undefined` when the acquirer does not know the token
 * @throws ProviderError while the acquirer cannot be asked
 */
export async function keepCardToken(
  context: AppContext,
  { clientId, acquirer, cardToken }: { clientId: string; acquirer: string; cardToken: string },
): Promise<CardRow | undefined> {
  const known = await findByAcquirerToken(context.db, acquirer, cardToken);
  if (known !== undefined) return known;
  const described = await describe(context, acquirer, cardToken);
  if (described === undefined) return undefined;
  await context.db
    .insertInto('cards')
    .values({
      cardId: newUuid(context),
      token: makeCardToken(context),
      clientId,
      acquirer,
      ...toCardColumns(described),
      isListed: false,
      createdAt: context.clock.now(),
    })
    .onConflict((conflict) => conflict.columns(['acquirer', 'acquirerToken']).doNothing())
    .execute();
  return findByAcquirerToken(context.db, acquirer, cardToken);
}

async function describe({ providers }: AppContext, acquirer: string, cardToken: string) {
  try {
    return await providers.acquirers.find(acquirer).vault?.describe(cardToken);
  } catch (error) {
    if (error instanceof ProviderError && error.kind === 'refused') return undefined;
    throw error;
  }
}
