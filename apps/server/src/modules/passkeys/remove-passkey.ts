import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { endPasskeyFactor } from '../two-factor/end-passkey-factor.ts';
import { asOwner, type OwnerProof } from '../owner-proof/as-owner.ts';
import { completeAct } from '../owner-proof/complete-act.ts';
import { deletePasskey, selectPasskeys } from './store.ts';

const act = 'remove a passkey';

/**
 * Removes a passkey; its owner is told by letter. With the last one two-factor ends, unless there is an authenticator.
 *
 * @throws Refusal PASSWORD_WRONG, TWO_FACTOR_REQUIRED, TWO_FACTOR_WRONG, CODE_TOO_MANY, NOT_FOUND
 */
export async function removePasskey(context: AppContext, input: OwnerProof & { passkeyId: string }): Promise<void> {
  const { clientId, passkeyId } = input;
  await asOwner(context, act, input, async (trx) => {
    const name = await deletePasskey(trx, { clientId, passkeyId });
    if (name === undefined) throw new Refusal({ code: 'NOT_FOUND' });
    await completeAct(context, trx, act, { clientId, device: name });
    if ((await selectPasskeys(trx, clientId)).length === 0) await endPasskeyFactor(context, trx, clientId);
  });
}
