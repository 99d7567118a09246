import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { findDueAgreement } from '../clients/current-agreement.ts';

/**
 * Accepts the agreement that waits. Accepting it again is fine.
 *
 * @throws Refusal AGREEMENT_REQUIRED without consent, CONFLICT when another version waits by now
 */
export async function acceptAgreement(
  { db, clock }: AppContext,
  input: { clientId: string; version: string; isAgree: boolean },
): Promise<void> {
  const { clientId, version, isAgree } = input;
  if (!isAgree) throw new Refusal({ code: 'AGREEMENT_REQUIRED', field: 'is_agree' });
  const due = await findDueAgreement(db, clientId, clock.now());
  if (due === undefined) return;
  if (due.version !== version) throw new Refusal({ code: 'CONFLICT', field: 'version' });
  await db.updateTable('clients').set({ agreedCompanyVersion: version }).where('clientId', '=', clientId).execute();
}
