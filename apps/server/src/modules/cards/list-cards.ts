import type { listCards as listCardsCall } from '@causeway/contract/calls/list-cards';
import type { AnswerOf, RequestOf } from '@causeway/contract/define-call';
import { toFlag } from '@causeway/contract/fields/fields';
import type { SavedCard } from '@causeway/contract/shapes/saved-card';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { Refusal } from '../../errors.ts';
import { maskCard, payoutAcquirer, toCardType } from './rules.ts';
import { type CardRow, listOwnCards } from './store.ts';

/**
 * C-35: the client's cards for paying in or for being paid out to, and how each acquirer tokenises a new one.
 *
 * @throws Refusal DIRECTION_REQUIRED, DIRECTION_WRONG, PAYMENT_METHOD_UNKNOWN for a provider that takes no cards
 */
export async function listCards(
  context: AppContext,
  clientId: string,
  { direction = '', provider = '' }: RequestOf<typeof listCardsCall>,
): Promise<AnswerOf<typeof listCardsCall>> {
  if (direction === '') throw new Refusal({ code: 'DIRECTION_REQUIRED', field: 'direction' });
  if (direction !== 'payin' && direction !== 'payout')
    throw new Refusal({ code: 'DIRECTION_WRONG', field: 'direction' });
  const vaults = context.providers.acquirers.all.filter(({ vault }) => vault !== undefined);
  // The form of the first acquirer is another route to the same provider.
  const asked = provider === 'card_one_form' ? 'card_one' : provider;
  if (asked !== '' && !vaults.some(({ name }) => name === asked))
    throw new Refusal({ code: 'PAYMENT_METHOD_UNKNOWN', field: 'provider' });
  const cards = await listOwnCards(context.db, clientId);
  const fitting = cards.filter(
    ({ acquirer }) => (asked === '' || acquirer === asked) && (direction === 'payin' || acquirer === payoutAcquirer),
  );
  return {
    success: 1,
    cards: fitting.flatMap(toSavedCard),
    tokenize: Object.fromEntries(
      vaults.flatMap(({ name, vault }) => (vault === undefined ? [] : [[name, vault.page]])),
    ),
    errors: [],
  };
}

function toSavedCard(card: CardRow): SavedCard[] {
  const cardType = toCardType(card.brand);
  if (cardType === undefined) return [];
  const { token, name, acquirer: provider, binType, expMonth, expYear, isRestricted, destinationSince } = card;
  return [
    {
      token,
      name,
      provider,
      cardNumber: maskCard(card),
      binType,
      cardType,
      expMonth,
      expYear,
      isRestricted: toFlag(isRestricted),
      isDestination: toFlag(destinationSince !== null),
    },
  ];
}

/** C-36a: a name of the client's own. @returns whether the card is in the client's list */
export async function renameCard(
  executor: Executor,
  { clientId, token, name }: { clientId: string; token: string; name: string },
): Promise<boolean> {
  const { numUpdatedRows } = await executor
    .updateTable('cards')
    .set({ name })
    .where('token', '=', token)
    .where('clientId', '=', clientId)
    .where('isListed', '=', true)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
