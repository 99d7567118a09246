import type { Executor } from '../../database/db.ts';

/** A card that its bank or its holder objected to is used no more, under whatever token the client keeps it. */
export async function restrictCard(trx: Executor, cardId: string): Promise<void> {
  const { clientId, acquirer, first6, last4, expMonth, expYear } = await trx
    .selectFrom('cards')
    .selectAll()
    .where('cardId', '=', cardId)
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('cards')
    .set({ isRestricted: true })
    .where('clientId', '=', clientId)
    .where('acquirer', '=', acquirer)
    .where('first6', '=', first6)
    .where('last4', '=', last4)
    .where('expMonth', '=', expMonth)
    .where('expYear', '=', expYear)
    .execute();
}
