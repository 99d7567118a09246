import type { keepCard as keepCardCall } from '@causeway/contract/calls/keep-card';
import type { RequestOf } from '@causeway/contract/define-call';
import type { Language } from '@causeway/domain/languages/languages';
import { createHash } from 'node:crypto';
import { reserveCounters } from '../../budgets/reserve-attempt.ts';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { Refusal } from '../../errors.ts';
import type { AcquirerCard, CardVault } from '../../providers/acquirer/port.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { keepConsents } from '../consents/keep-consents.ts';
import { asOwner } from '../owner-proof/as-owner.ts';
import { completeAct } from '../owner-proof/complete-act.ts';
import { removeOutside } from './delete-card.ts';
import { keepPaidCard } from './keep-card.ts';
import { nameOfCard, payoutAcquirer, toCardType } from './rules.ts';
import { type CardRow, type Described, isSame, toCardColumns } from './store.ts';

/** Who tries numbers of stolen cards finds a wall before they are many. */
const perDay = { tries: 10, seconds: 24 * 3600 } as const;

interface Owner {
  clientId: string;
  language: Language;
}

/**
 * C-92: puts a card that its owner typed in the acquirer's frame into the list, by a token for later payments, and
 * lets money be paid out to it. One that was restricted stands there as that, and one that is there already stays
 * there once. The acquirer keeps no card without the owner's proof.
 *
 * @throws Refusal AGREEMENT_REQUIRED, CARD_INVALID, TOO_MANY_REQUESTS, TRY_LATER while the acquirer cannot be asked,
 * and those of the proof
 */
export async function addCard(
  context: AppContext,
  { clientId, language }: Owner,
  { token, isRememberCardAgree, password, code }: RequestOf<typeof keepCardCall>,
): Promise<void> {
  if (isRememberCardAgree !== true)
    throw new Refusal({ code: 'AGREEMENT_REQUIRED', field: 'is_remember_card_agree', values: { agreement: 'card' } });
  const { vault } = context.providers.acquirers.find(payoutAcquirer);
  if (vault === undefined) throw new Error(`${payoutAcquirer} keeps no cards.`);
  await asOwner(context, 'keep a card', { clientId, password, code }, async () => {});
  await reserveCounters(context, [{ what: 'card', by: 'client', value: clientId, ...perDay }]);
  const card = await keepOutside(vault, { clientId, token });
  const replaced = await context.db.transaction().execute(async (trx) => {
    const now = context.clock.now();
    const isNew = await keepPaidCard(context, trx, { clientId, acquirer: payoutAcquirer, card }, now);
    if (isNew) {
      await keepConsents(context, trx, { clientId, language, given: [{ purpose: 'keep_card' }] });
      return undefined;
    }
    const listed = await replaceListed(trx, { clientId, acquirer: payoutAcquirer, ...toCardColumns(card) }, now);
    if (listed?.destinationSince === null)
      await completeAct(context, trx, 'keep a card', { clientId, card: nameOfCard(card) });
    return listed?.acquirerToken;
  });
  if (replaced !== undefined && replaced !== card.token)
    await removeOutside(context, payoutAcquirer, replaced).catch((error: unknown) =>
      context.log.warn('the token that a kept card had before could not be deleted', { error }),
    );
}

/**
 * The card that its owner has typed takes the place of the one in the list that looks the same: that may be another's,
 * of the same first and last digits.
 *
 * @returns the one in the list as it was
 */
async function replaceListed(trx: Executor, card: Described & Pick<CardRow, 'acquirerToken'>, now: Date) {
  const listed = await trx
    .selectFrom('cards')
    .select(['cardId', 'acquirerToken', 'destinationSince'])
    .where(isSame(card))
    .where('isListed', '=', true)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (listed !== undefined)
    await trx
      .updateTable('cards')
      .set({ acquirerToken: card.acquirerToken, destinationSince: listed.destinationSince ?? now })
      .where('cardId', '=', listed.cardId)
      .execute();
  return listed;
}

/** @returns the card under its new token */
async function keepOutside(
  vault: CardVault,
  { clientId, token }: { clientId: string; token: string },
): Promise<AcquirerCard> {
  try {
    const described = await vault.describe(token);
    if (toCardType(described.brand) === undefined)
      throw new Refusal({ code: 'CARD_INVALID', field: 'token', values: { reason: 'type' } });
    // The answer that was lost is given again.
    const key = createHash('sha256').update(`${clientId} ${token}`).digest('hex');
    return await vault.keep({ key: `keep-${key}`, cardToken: token });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.kind !== 'refused') throw new Refusal({ code: 'TRY_LATER' }, { cause: error, retryAfterSeconds: 5 });
    throw new Refusal({ code: 'CARD_INVALID', field: 'token', values: { reason: 'token' } }, { cause: error });
  }
}
