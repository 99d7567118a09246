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
import { keepPaidCard } from './keep-card.ts';
import { payoutAcquirer, toCardType } from './rules.ts';
import { type Described, isListedCard, isSame, toCardColumns } from './store.ts';

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
  const { card, isListed } = await keepOutside(context, vault, { clientId, token });
  await context.db.transaction().execute(async (trx) => {
    const isNew = !isListed && (await keepPaidCard(context, trx, { clientId, acquirer: payoutAcquirer, card }));
    if (isNew) await keepConsents(context, trx, { clientId, language, given: [{ purpose: 'keep_card' }] });
    const kept = { clientId, acquirer: payoutAcquirer, ...toCardColumns(card) };
    const isNewDestination = await makeDestination(trx, kept, context.clock.now());
    if (isNewDestination && !isNew)
      await completeAct(context, trx, 'keep a card', { clientId, card: `${card.brand} **** ${card.last4}` });
  });
}

/** Its owner wants payouts at this card, by any token that the client has for it. @returns whether that is new */
export async function makeDestination(trx: Executor, card: Described, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('cards')
    .set({ destinationSince: now })
    .where(isSame(card))
    .where('destinationSince', 'is', null)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @returns the card under its new token, or as it was described where the client's list has it already */
async function keepOutside(
  { db }: AppContext,
  vault: CardVault,
  { clientId, token }: { clientId: string; token: string },
): Promise<{ card: AcquirerCard; isListed: boolean }> {
  try {
    const described = await vault.describe(token);
    if (toCardType(described.brand) === undefined)
      throw new Refusal({ code: 'CARD_INVALID', field: 'token', values: { reason: 'type' } });
    if (await isListedCard(db, { clientId, acquirer: payoutAcquirer, card: described }))
      return { card: described, isListed: true };
    // The answer that was lost is given again.
    const key = createHash('sha256').update(`${clientId} ${token}`).digest('hex');
    return { card: await vault.keep({ key: `keep-${key}`, cardToken: token }), isListed: false };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.kind !== 'refused') throw new Refusal({ code: 'TRY_LATER' }, { cause: error, retryAfterSeconds: 5 });
    throw new Refusal({ code: 'CARD_INVALID', field: 'token', values: { reason: 'token' } }, { cause: error });
  }
}
