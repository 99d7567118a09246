import type { AccountPart } from '../account-parts/account-part.ts';
import { forgetCardJob } from './jobs/forget-card.ts';

/** Cards are gone from the client's list at once, and forgotten by their acquirers as soon as those answer. */
export const cardsAccount: AccountPart = {
  async close(context, trx, { clientId }) {
    const cards = await trx
      .updateTable('cards')
      .set({ deletedAt: context.clock.now() })
      .where('clientId', '=', clientId)
      .returning('cardId')
      .execute();
    for (const { cardId } of cards) await context.jobs.enqueue(trx, forgetCardJob, { cardId });
  },
};
