import type { AppContext } from '../../context.ts';
import { type Executor, requireRightClock } from '../../database/db.ts';
import { Refusal, type RefusalItem } from '../../errors.ts';
import {
  findPasswordById,
  isPasswordKept,
  isPasswordRight,
  requirePasswordPlace,
} from '../clients/passwords/password.ts';
import { checkOwnerCode } from '../clients/codes/owner-code.ts';
import { checkSecondFactor, refuseSecondFactor } from '../two-factor/check-second-factor.ts';
import { isFactorCode } from '../two-factor/factor-codes.ts';
import { findFactors } from '../two-factor/store.ts';
import { isFactorYoung, sensitiveActs, type Proof, type SensitiveActName } from './sensitive-acts.ts';

/** The owner's fresh proof before an act that the table calls sensitive. */
export interface OwnerProof {
  clientId: string;
  /** Left out where `code` is that of a passkey, which was shown just now. */
  password?: string | undefined;
  /** Of the second factor; without one, the e-mailed code where the act requires it. */
  code?: string | undefined;
}

export interface OwnerOptions {
  /** Names of the inputs of the proofs, as on the wire. */
  fields?: { password: string; code: string };
  /** Slow work that is needed only after a right password; done before any lock. */
  prepare?: () => Promise<void>;
}

type Outcome<Result> = { result: Result } | { refused: RefusalItem };

const plainFields = { password: 'password', code: 'code' };

/**
 * Performs an act for a caller with the proofs it requires: the password or a passkey, a code with two-factor on, and
 * where the table says so a code that was sent to the confirmed address. An account without a password shows the second
 * factor, or without one that code.
 *
 * @throws Refusal REQUIRED, PASSWORD_WRONG, TWO_FACTOR_REQUIRED, TWO_FACTOR_WRONG, EMAIL_CODE_REQUIRED, CODE_WRONG,
 * CODE_EXPIRED, CODE_TOO_MANY, FACTOR_NEW, or what `perform` refuses
 */
export async function asOwner<Result>(
  context: AppContext,
  act: SensitiveActName,
  { clientId, password = '', code }: OwnerProof,
  perform: (trx: Executor) => Promise<Result>,
  { fields = plainFields, prepare }: OwnerOptions = {},
): Promise<Result> {
  const proofs: readonly Proof[] = sensitiveActs[act].proofs;
  const wrong: RefusalItem = { code: 'PASSWORD_WRONG', field: fields.password };
  const isByPasskey = password === '' && code !== undefined && isFactorCode(code);
  const presentHash = await findPasswordById(context.db, clientId);
  const isWithoutPassword = presentHash === '';
  if (password === '' && !isByPasskey && !isWithoutPassword)
    throw new Refusal({ code: 'REQUIRED', field: fields.password });
  if (!isByPasskey && !isWithoutPassword) {
    requirePasswordPlace();
    if (!(await isPasswordRight(presentHash, password))) throw new Refusal(wrong);
  }
  await prepare?.();
  const outcome = await context.db.transaction().execute(async (trx): Promise<Outcome<Result>> => {
    const verdict = await checkSecondFactor(context, trx, clientId, code);
    const refused = refuseSecondFactor(verdict);
    if (refused !== undefined) return { refused: { ...refused, field: fields.code } };
    if (verdict.kind === 'off' && isByPasskey) return { refused: wrong };
    if (!(await isPasswordKept(trx, clientId, presentHash))) return { refused: wrong };
    const isMailAsked = isWithoutPassword || proofs.includes('e-mailed code without a second factor');
    // A thief with the password alone could add a factor, so the mailbox is still required.
    if (isMailAsked && verdict.kind === 'right' && (await isGuarded(context, trx, clientId)))
      return { refused: { code: 'FACTOR_NEW', field: fields.code } };
    const missing =
      isMailAsked && verdict.kind === 'off' ? await checkOwnerCode(context, trx, clientId, code) : undefined;
    if (missing !== undefined) return { refused: { ...missing, field: fields.code } };
    return { result: await perform(trx) };
  });
  // A wrong code must be counted, so the transaction commits before it is refused.
  if ('refused' in outcome) throw new Refusal(outcome.refused);
  return outcome.result;
}

async function isGuarded({ clock }: AppContext, trx: Executor, clientId: string): Promise<boolean> {
  const { factorAddedAt } = await findFactors(trx, clientId);
  if (factorAddedAt !== null) await requireRightClock(trx);
  return isFactorYoung(factorAddedAt, clock.now());
}
