import type { Presets } from '@causeway/contract/shapes/presets';
import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { newUuid } from '../../new-uuid.ts';
import { cleanPresets } from '../partners/clean-presets.ts';
import type { Partner } from '../partners/partner.ts';
import { checkReturnAddresses } from './check-return-addresses.ts';
import { hashSecret, makeSecret } from './session-token.ts';
import { insertSession } from './store.ts';

/** How long a token waits for its page. */
const tokenSeconds = 5 * 60;

/**
 * Makes a token that opens one page of the partner with these presets, once, within five minutes.
 *
 * @throws Refusal MERCHANT_OFF, PARTNER_ACCOUNT_MISSING for what this partner cannot do, FIELD_INVALID for a return address elsewhere
 */
export async function createSession(
  context: Pick<AppContext, 'db' | 'clock' | 'random'>,
  partner: Partner,
  presets: Presets,
): Promise<{ sessionToken: string; expiresAt: Date }> {
  if (presets.isMerchant === '1' && !partner.isMerchant)
    throw new Refusal({ code: 'MERCHANT_OFF', field: 'is_merchant' });
  if (presets.payToPartner === '1' && partner.clientId === null)
    throw new Refusal({ code: 'PARTNER_ACCOUNT_MISSING', field: 'pay_to_partner' });
  checkReturnAddresses(partner, presets);
  const sessionToken = makeSecret(context.random, 'cwst');
  const createdAt = context.clock.now();
  const expiresAt = new Date(createdAt.getTime() + tokenSeconds * 1000);
  await insertSession(context.db, {
    sessionId: newUuid(context),
    partnerKey: partner.partnerKey,
    tokenHash: hashSecret(sessionToken),
    presets: JSON.stringify(cleanPresets(presets)),
    createdAt,
    expiresAt,
  });
  return { sessionToken, expiresAt };
}
