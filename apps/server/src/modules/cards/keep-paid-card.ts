import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { newUuid } from '../../new-uuid.ts';
import type { AcquirerCard } from '../../providers/acquirer/port.ts';
import { makeCardToken } from './make-card-token.ts';
import { toCardColumns } from './store.ts';

/** Puts a card that paid, and that its payer wanted kept, into the client's list; the same card is there once. */
export async function keepPaidCard(
  context: AppContext,
  trx: Executor,
  { clientId, acquirer, card }: { clientId: string; acquirer: string; card: AcquirerCard },
): Promise<void> {
  const columns = toCardColumns(card);
  await trx
    .insertInto('cards')
    .values({
      cardId: newUuid(context),
      token: makeCardToken(context),
      clientId,
      acquirer,
      ...columns,
      isListed: true,
      createdAt: context.clock.now(),
    })
    // Kept before, by this very token or as the same card: nothing new.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
