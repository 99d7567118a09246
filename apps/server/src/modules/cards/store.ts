import type { ExpressionBuilder, Selectable } from 'kysely';
import type { Executor } from '../../database/db.ts';
import type { Cards, DB } from '../../database/types.generated.ts';
import type { AcquirerCard } from '../../providers/acquirer/port.ts';

/** A card kept at an acquirer. */
export type CardRow = Selectable<Cards>;

/** A client's card by the token that orders and clients know. */
export async function findCard(executor: Executor, clientId: string, token: string): Promise<CardRow | undefined> {
  return executor
    .selectFrom('cards')
    .selectAll()
    .where('token', '=', token)
    .where('clientId', '=', clientId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
}

export async function findCardById(executor: Executor, cardId: string): Promise<CardRow> {
  return executor.selectFrom('cards').selectAll().where('cardId', '=', cardId).executeTakeFirstOrThrow();
}

/** The card of any client. */
export async function findByAcquirerToken(
  executor: Executor,
  acquirer: string,
  acquirerToken: string,
): Promise<CardRow | undefined> {
  return executor
    .selectFrom('cards')
    .selectAll()
    .where('acquirer', '=', acquirer)
    .where('acquirerToken', '=', acquirerToken)
    .executeTakeFirst();
}

/** The cards in a client's list, latest first. */
export async function listOwnCards(executor: Executor, clientId: string): Promise<CardRow[]> {
  return executor
    .selectFrom('cards')
    .selectAll()
    .where('clientId', '=', clientId)
    .where('isListed', '=', true)
    .where('deletedAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .orderBy('cardId')
    .execute();
}

/** The columns about the card itself. */
export function toCardColumns({ token, brand, first6, last4, expMonth, expYear, funding }: AcquirerCard) {
  return { acquirerToken: token, brand, first6, last4, expMonth, expYear, binType: funding };
}

/** The card that a client named in the address step: one of the list, or a newly entered one. */
export async function findOrderCard(
  executor: Executor,
  clientId: string,
  acquirer: string,
  token: string,
): Promise<CardRow | undefined> {
  return (await findCard(executor, clientId, token)) ?? (await findByAcquirerToken(executor, acquirer, token));
}

/** A card with an objection by its bank or holder is not used again, under any token of any acquirer for its client. */
export async function restrictCard(trx: Executor, cardId: string): Promise<void> {
  const restricted = await trx.selectFrom('cards').selectAll().where('cardId', '=', cardId).executeTakeFirstOrThrow();
  const same = isSame({ ...restricted, acquirer: undefined });
  await trx.updateTable('cards').set({ isRestricted: true }).where(same).execute();
}

/** Whether the client has had this card restricted: a new token of it, or its deletion, does not lift that. */
export async function wasRestricted(
  executor: Executor,
  { clientId, card }: Pick<CardRow, 'clientId'> & { card: AcquirerCard },
): Promise<boolean> {
  const same = isSame({ clientId, acquirer: undefined, ...toCardColumns(card) });
  const found = await executor
    .selectFrom('cards')
    .select('cardId')
    .where(same)
    .where('isRestricted', '=', true)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** What rows of one card have in common, and rarely those of two. */
export type Described = Pick<CardRow, 'clientId' | 'acquirer' | 'first6' | 'last4' | 'expMonth' | 'expYear'>;

/**
 * Rows of one client, or of all payers of merchants, about the same card, or one that looks the same; at every acquirer
 * where none is named.
 */
export function isSame({ acquirer, ...card }: Omit<Described, 'acquirer'> & { acquirer: string | undefined }) {
  const { clientId, first6, last4, expMonth, expYear } = card;
  const own = { clientId, first6, last4, expMonth, expYear };
  return ({ and }: ExpressionBuilder<DB, 'cards'>) => and(acquirer === undefined ? own : { ...own, acquirer });
}
