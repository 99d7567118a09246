import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import type { RefusalItem } from '../../errors.ts';
import { logSecurityEvent } from '../../security-log/log-security-event.ts';
import { hashCode, isCode } from '../clients/rules.ts';
import { checkSecondFactor, refuseSecondFactor } from '../two-factor/check-second-factor.ts';
import { findFactors } from '../two-factor/store.ts';
import { judgeApproval, readApprovalCode } from './rules.ts';
import { countAttempt, listConfirmations, markUsed, type findConfirmation } from './store.ts';

type Known = NonNullable<Awaited<ReturnType<typeof findConfirmation>>>;

const refusals = {
  wrong: { code: 'CODE_WRONG', field: 'code' },
  expired: { code: 'CODE_EXPIRED', field: 'code' },
  'too many': { code: 'CODE_TOO_MANY', field: 'code' },
} as const satisfies Record<string, RefusalItem>;

/**
 * Checks a code within the caller's transaction, which locks the order: a right one is used up, a wrong one is counted.
 *
 * @returns `right` once, `again` for the same code afterwards, or the refusal
 */
export async function judgeConfirmationCode(
  context: AppContext,
  trx: Executor,
  known: Known,
  { code: text, secondCode }: { code: string; secondCode?: string | undefined },
): Promise<'right' | 'again' | RefusalItem> {
  const typed = readApprovalCode(text);
  // Text that cannot be a code is not counted as a guess.
  if (typed === undefined) return refusal('wrong', known);
  const { confirmationId, orderId } = known;
  const sent = await listConfirmations(trx, orderId);
  // Read again: the transaction that locked the order before may have used or counted it.
  const row = sent.find((candidate) => candidate.confirmationId === confirmationId) ?? known;
  const codeHash = hashCode(context.config, confirmationId, typed);
  const isEqual = isCode(context.config, confirmationId, typed, row.codeHash);
  // One of before a factor was added says nothing about that factor: the next is guarded by both.
  const { factorAddedAt } = await findFactors(trx, row.clientId);
  const isOlder = factorAddedAt !== null && factorAddedAt > row.createdAt;
  const isReplaced = isOlder || sent[0]?.confirmationId !== confirmationId;
  const judge = (isRight: boolean) => judgeApproval({ ...row, isEqual: isRight, isReplaced }, context.clock.now());
  // The authenticator is checked only where its answer would count, because a check uses its code up.
  const isAsked = row.codeFrom === 'authenticator' && judge(true) === 'right';
  const factor = isAsked ? (await checkSecondFactor(context, trx, row.clientId, typed)).kind : undefined;
  const verdict = factor === 'too many' ? factor : judge(isAsked ? factor === 'right' : isEqual);
  if (verdict === 'again') return verdict;
  const missing =
    verdict === 'right' && row.isFactorAsked ? await checkBesides(context, trx, row, secondCode) : undefined;
  if (missing !== undefined) return missing;
  if (verdict === 'right') {
    await markUsed(trx, { confirmationId, usedAt: context.clock.now(), codeHash: Buffer.from(codeHash) });
    return verdict;
  }
  logSecurityEvent(context, 'secret_refused', {
    call: 'approveOrder',
    clientId: row.clientId,
    code: refusals[verdict].code,
  });
  if (verdict === 'wrong') await countAttempt(trx, confirmationId);
  return refusal(verdict, row);
}

/** A recently added factor approves nothing alone, and nothing is approved without it. */
async function checkBesides(
  context: AppContext,
  trx: Executor,
  { clientId }: Known,
  secondCode: string | undefined,
): Promise<RefusalItem | undefined> {
  const refused = refuseSecondFactor(await checkSecondFactor(context, trx, clientId, secondCode));
  return refused && { ...refused, field: 'second_code' };
}

/** A refusal says where the right code is found. */
function refusal(verdict: keyof typeof refusals, { codeFrom }: Pick<Known, 'codeFrom'>): RefusalItem {
  return { ...refusals[verdict], values: { from: codeFrom } };
}
