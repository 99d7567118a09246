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
import { issueChallenge, spendChallenge } from '../passkeys/challenges.ts';
import { holdSession } from '../sessions/end-sessions.ts';
import { lockTwoFactor } from '../two-factor/store.ts';
import { removeOutside } from './delete-card.ts';
import { keepPaidCard } from './keep-card.ts';
import { nameOfCard, payoutAcquirer, toCardType } from './rules.ts';
import { type CardRow, type Described, isSame, toCardColumns } from './store.ts';

/** Who tries numbers of stolen cards finds a wall before they are many. */
const perDay = { tries: 10, seconds: 24 * 3600 } as const;

interface Owner {
  clientId: string;
  sessionId: string;
  language: Language;
}

/**
 * C-92: puts a card that its owner typed in the acquirer's frame into the list, by a token for later payments, and
 * lets money be paid out to it. One that was restricted stands there as that, and one that is there already stays
 * there once. The acquirer keeps no card without the owner's proof, and what ends a begun proof while it answers ends
 * this one.
 *
 * @throws Refusal AGREEMENT_REQUIRED, CARD_INVALID, TOO_MANY_REQUESTS, TRY_LATER while the acquirer cannot be asked,
 * SESSION_OVER, and those of the proof
 */
export async function addCard(
  context: AppContext,
  { clientId, sessionId, language }: Owner,
  { token, isRememberCardAgree, password, code }: RequestOf<typeof keepCardCall>,
): Promise<void> {
  if (isRememberCardAgree !== true)
    throw new Refusal({ code: 'AGREEMENT_REQUIRED', field: 'is_remember_card_agree', values: { agreement: 'card' } });
  const { vault } = context.providers.acquirers.find(payoutAcquirer);
  if (vault === undefined) throw new Error(`${payoutAcquirer} keeps no cards.`);
  // It stands for the proof until the acquirer has answered, and is never shown.
  const begun = { purpose: 'confirm', clientId, sessionId } as const;
  const proof = await asOwner(context, 'keep a card', { clientId, password, code }, (trx) =>
    issueChallenge({ ...context, db: trx }, begun),
  );
  await reserveCounters(context, [{ what: 'card', by: 'client', value: clientId, ...perDay }]);
  const card = await keepOutside(vault, { clientId, token });
  const replaced = await context.db.transaction().execute(async (trx) => {
    const now = context.clock.now();
    await lockTwoFactor(trx, clientId);
    await holdSession(trx, sessionId, now);
    if (!(await spendChallenge({ ...context, db: trx }, Buffer.from(proof).toString('base64url'), begun)))
      throw new Refusal({ code: 'PASSWORD_WRONG', field: 'password' });
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
