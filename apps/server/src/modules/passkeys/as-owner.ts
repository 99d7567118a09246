import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { Refusal, type RefusalItem } from '../../errors.ts';
import { findPasswordById } from '../clients/find-password-by-id.ts';
import { isPasswordKept } from '../clients/is-password-kept.ts';
import { isPasswordRight } from '../clients/password.ts';
import { checkSecondFactor } from '../two-factor/check-second-factor.ts';
import { refuseSecondFactor } from '../two-factor/refuse-second-factor.ts';

/** What the owner shows again before anything about passkeys changes. */
export interface OwnerProof {
  clientId: string;
  password: string;
  code?: string | undefined;
}

type Outcome<Result> = { result: Result } | { refused: RefusalItem };

/**
 * Does something for whoever gives the password again and, with two-factor on, a code.
 *
 * @throws Refusal PASSWORD_WRONG, TWO_FACTOR_REQUIRED, TWO_FACTOR_WRONG, CODE_TOO_MANY, or what `act` refuses
 */
export async function asOwner<Result>(
  context: AppContext,
  { clientId, password, code }: OwnerProof,
  act: (trx: Executor) => Promise<Result>,
): Promise<Result> {
  const wrong: RefusalItem = { code: 'PASSWORD_WRONG', field: 'password' };
  const presentHash = await findPasswordById(context.db, clientId);
  if (!(await isPasswordRight(presentHash, password))) throw new Refusal(wrong);
  const outcome = await context.db.transaction().execute(async (trx): Promise<Outcome<Result>> => {
    const refused = refuseSecondFactor(await checkSecondFactor(context, trx, clientId, code));
    if (refused !== undefined) return { refused };
    return (await isPasswordKept(trx, clientId, presentHash)) ? { result: await act(trx) } : { refused: wrong };
  });
  // A wrong code must be counted, so the transaction commits before it is refused.
  if ('refused' in outcome) throw new Refusal(outcome.refused);
  return outcome.result;
}
