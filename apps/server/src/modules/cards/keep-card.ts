import type { AppContext } from '../../context.ts';
import { newUuid } from '../../new-uuid.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { type CardRow, findByAcquirerToken, findCard, toCardColumns, wasRestricted, findCardById } from './store.ts';
import { forgetPaidCard } from './delete-card.ts';
import { nameOfCard } from './rules.ts';
import { Refusal } from '../../errors.ts';
import type { Executor } from '../../database/db.ts';
import type { AcquirerCard } from '../../providers/acquirer/port.ts';
import { queueSecurityEmail } from '../clients/queue-security-email.ts';

type OwnCard = Pick<CardRow, 'clientId' | 'acquirer'> & { card: AcquirerCard };

/** A new row of a card, restricted where it was before. */
async function makeRow(context: AppContext, executor: Executor, { clientId, acquirer, card }: OwnCard) {
  return {
    cardId: newUuid(context),
    token: `card_${Buffer.from(context.random.bytes(24)).toString('base64url')}`,
    clientId,
    acquirer,
    ...toCardColumns(card),
    isRestricted: await wasRestricted(executor, { clientId, card }),
    createdAt: context.clock.now(),
  };
}

/**
 * The card of a one-time token of an acquirer's frame, as this client's but not in the list. A token that another
 * client brought first stays theirs.
 *
 * @param clientId `null` for a merchant's payer, who is not signed in
 * @returns `undefined` when the acquirer does not know the token
 * @throws ProviderError while the acquirer cannot be asked
 */
export async function keepCardToken(
  context: AppContext,
  { clientId, acquirer, cardToken }: Pick<CardRow, 'clientId' | 'acquirer'> & { cardToken: string },
): Promise<CardRow | undefined> {
  const known = await findByAcquirerToken(context.db, acquirer, cardToken);
  if (known !== undefined) return known;
  const described = await describe(context, acquirer, cardToken);
  if (described === undefined) return undefined;
  await context.db
    .insertInto('cards')
    .values({ ...(await makeRow(context, context.db, { clientId, acquirer, card: described })), isListed: false })
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

/**
 * Stores a card that was entered in the address step before the order is made: its acquirer is called outside of any
 * transaction. An unknown token is left for the order to refuse.
 *
 * @throws Refusal PAYMENT_UNAVAILABLE while an acquirer cannot be asked
 */
export async function keepOrderCard(context: AppContext, clientId: string, token: string | undefined): Promise<void> {
  if (token === undefined || token === '' || (await findCard(context.db, clientId, token)) !== undefined) return;
  try {
    for (const { name, vault } of context.providers.acquirers.all)
      if (vault !== undefined && (await keepCardToken(context, { clientId, acquirer: name, cardToken: token }))) return;
  } catch (error) {
    if (error instanceof ProviderError)
      throw new Refusal({ code: 'PAYMENT_UNAVAILABLE', values: { charge: 'none' } }, { cause: error });
    throw error;
  }
}

/**
 * Puts a card into the list of an open account, to pay with: a session alone can have one kept, and name it.
 *
 * @returns whether it was not there: the same card is listed once
 */
export async function keepPaidCard(
  context: AppContext,
  trx: Executor,
  { clientId, acquirer, card }: OwnCard & { clientId: string },
  destinationSince: Date | null = null,
): Promise<boolean> {
  const row = await makeRow(context, trx, { clientId, acquirer, card });
  // Locked, so that one that is being closed is closed.
  const owner = trx.selectFrom('clients').select('clientId').where('clientId', '=', clientId).forKeyShare();
  if ((await owner.where('deletedAt', 'is', null).executeTakeFirst()) === undefined)
    return forgetPaidCard(context, trx, row);
  const listed = await trx
    .insertInto('cards')
    .values({ ...row, isListed: true, destinationSince })
    // Kept before, by this token or as the same card: nothing changes.
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  const isNew = listed.numInsertedOrUpdatedRows === 1n;
  if (isNew)
    await queueSecurityEmail(context, trx, clientId, 'card-kept', {
      card: { name: nameOfCard(card), isDestination: destinationSince !== null },
    });
  return isNew;
}

/** Puts a card that was entered for a payout into the client's list, when it was to be kept. */
export async function listPaidCard(
  context: AppContext,
  trx: Executor,
  { cardId, acquirer }: { cardId: string; acquirer: string },
  keptToken: string,
): Promise<void> {
  if (keptToken === '') return;
  const { clientId, destinationSince: since, binType: funding, ...row } = await findCardById(trx, cardId);
  // No payer of a merchant is paid out to a card.
  if (clientId === null) return;
  await keepPaidCard(context, trx, { clientId, acquirer, card: { ...row, token: keptToken, funding } }, since);
}
