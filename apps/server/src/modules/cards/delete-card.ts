import type { Insertable } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import type { Cards } from '../../database/types.generated.ts';
import { Refusal } from '../../errors.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { findCard, findCardById } from './store.ts';
import type { AccountPart } from '../account-parts/account-part.ts';
import { forgetCardJob } from './jobs.ts';

/**
 * C-36: deletes a card at its acquirer and here. An order that was made with it meanwhile asks for another card.
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

/** The acquirer deletes a card first, because its token is needed for that; then nothing of the card is left here. */
export async function forgetCard(context: AppContext, cardId: string): Promise<void> {
  const card = await findCardById(context.db, cardId);
  await removeOutside(context, card.acquirer, card.acquirerToken);
  await context.db
    .updateTable('cards')
    .set({
      acquirerToken: `erased:${cardId}`,
      name: '',
      brand: '',
      first6: '',
      last4: '',
      binType: '',
      expMonth: 0,
      expYear: 0,
    })
    .where('cardId', '=', cardId)
    .execute();
}

/** Deletes what an acquirer keeps for an account that was closed meanwhile. @returns that it is not listed */
export async function forgetPaidCard(
  { clock, jobs }: Pick<AppContext, 'clock' | 'jobs'>,
  trx: Executor,
  row: Omit<Insertable<Cards>, 'isListed'>,
): Promise<false> {
  const cards = trx.insertInto('cards').values({ ...row, isListed: false, deletedAt: clock.now() });
  const kept = await cards
    .onConflict((conflict) => conflict.doNothing())
    .returning('cardId')
    .executeTakeFirst();
  if (kept !== undefined) await jobs.enqueue(trx, forgetCardJob, kept);
  return false;
}

/** Cards that payers of merchants have entered are no client's, and end by their age. */
export async function forgetCardsOfPayers(
  { db, jobs }: Pick<AppContext, 'db' | 'jobs'>,
  before: Date,
  { size = 500 }: { size?: number } = {},
): Promise<void> {
  const old = db.selectFrom('cards').select('cardId').where('clientId', 'is', null).where('createdAt', '<', before);
  const open = old.where('last4', '<>', '').orderBy('cardId').limit(size);
  let page = await open.execute();
  while (page.length > 0) {
    const queued = jobs.gather();
    for (const { cardId } of page) await queued.enqueue(db, forgetCardJob, { cardId }, { singletonKey: cardId });
    await queued.flush(db);
    page = await open.where('cardId', '>', page.at(-1)?.cardId ?? '').execute();
  }
}

/**
 * Deletes a card at its acquirer. One that it has deleted before counts as deleted.
 *
 * @throws ProviderError while it cannot be asked
 */
export async function removeOutside(
  { providers }: Pick<AppContext, 'providers'>,
  acquirer: string,
  token: string,
): Promise<void> {
  try {
    await providers.acquirers.find(acquirer).vault?.remove(token);
  } catch (error) {
    const isForgotten = error instanceof ProviderError && error.kind === 'refused' && error.code === 'card_unknown';
    if (!isForgotten) throw error;
  }
}

/** Cards leave the client's list at once, and are deleted by their acquirers as soon as those answer. */
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
  // An open order goes on with its card, which cannot be chosen again.
  async endStrangers(_context, trx, { clientId, claimedAt }) {
    const cards = trx.updateTable('cards').set({ isListed: false, destinationSince: null });
    await cards.where('clientId', '=', clientId).where('createdAt', '<=', claimedAt).execute();
  },
};
