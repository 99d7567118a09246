import type { AppContext } from '../../context.ts';
import type { SessionFault } from './redeem-token.ts';
import { hashSecret } from './session-token.ts';
import { selectByToken } from './store.ts';

/** What would become of a token if a page of this partner used it now. Looking does not use it up. */
export async function peekToken(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  token: string,
  partnerKey: string | undefined,
): Promise<'fresh' | SessionFault> {
  const known = await selectByToken(db, hashSecret(token));
  if (known === undefined) return 'unknown';
  if (partnerKey !== undefined && known.partnerKey !== partnerKey) return 'partner';
  if (known.redeemedAt !== null) return 'used';
  return known.expiresAt <= clock.now() ? 'expired' : 'fresh';
}
