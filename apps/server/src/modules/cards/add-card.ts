import type { keepCard as keepCardCall } from '@causeway/contract/calls/keep-card';
import type { RequestOf } from '@causeway/contract/define-call';
import type { Language } from '@causeway/domain/languages/languages';
import { createHash } from 'node:crypto';
import { reserveCounters } from '../../budgets/reserve-attempt.ts';
import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import type { AcquirerCard, CardVault } from '../../providers/acquirer/port.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { keepConsents } from '../consents/keep-consents.ts';
import { keepPaidCard } from './keep-card.ts';
import { payoutAcquirer, toCardType } from './rules.ts';
import { isListedCard } from './store.ts';

/** Who tries numbers of stolen cards finds a wall before they are many. */
const perDay = { tries: 10, seconds: 24 * 3600 } as const;

interface Owner {
  clientId: string;
  language: Language;
}

/**
 * C-92: puts a card that its owner typed in the acquirer's frame into the list, by a token for later payments. One that
 * was restricted stands there as that, and one that is there already stays there once.
 *
 * @throws Refusal AGREEMENT_REQUIRED, CARD_INVALID, TOO_MANY_REQUESTS, TRY_LATER while the acquirer cannot be asked
 */
export async function addCard(
  context: AppContext,
  { clientId, language }: Owner,
  { token, isRememberCardAgree }: RequestOf<typeof keepCardCall>,
): Promise<void> {
  if (isRememberCardAgree !== true)
    throw new Refusal({ code: 'AGREEMENT_REQUIRED', field: 'is_remember_card_agree', values: { agreement: 'card' } });
  const { vault } = context.providers.acquirers.find(payoutAcquirer);
  if (vault === undefined) throw new Error(`${payoutAcquirer} keeps no cards.`);
  await reserveCounters(context, [{ what: 'card', by: 'client', value: clientId, ...perDay }]);
  const card = await keepOutside(context, vault, { clientId, token });
  if (card === undefined) return;
  await context.db.transaction().execute(async (trx) => {
    await keepPaidCard(context, trx, { clientId, acquirer: payoutAcquirer, card });
    await keepConsents(context, trx, { clientId, language, given: [{ purpose: 'keep_card' }] });
  });
}

/** @returns the card under its new token; `undefined` where the client has it already */
async function keepOutside(
  { db }: AppContext,
  vault: CardVault,
  { clientId, token }: { clientId: string; token: string },
): Promise<AcquirerCard | undefined> {
  try {
    const described = await vault.describe(token);
    if (toCardType(described.brand) === undefined)
      throw new Refusal({ code: 'CARD_INVALID', field: 'token', values: { reason: 'type' } });
    if (await isListedCard(db, { clientId, acquirer: payoutAcquirer, card: described })) return undefined;
    // The answer that was lost is given again.
    const key = createHash('sha256').update(`${clientId} ${token}`).digest('hex');
    return await vault.keep({ key: `keep-${key}`, cardToken: token });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.kind !== 'refused') throw new Refusal({ code: 'TRY_LATER' }, { cause: error, retryAfterSeconds: 5 });
    throw new Refusal({ code: 'CARD_INVALID', field: 'token', values: { reason: 'token' } }, { cause: error });
  }
}
