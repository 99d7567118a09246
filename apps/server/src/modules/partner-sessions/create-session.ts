import type { Presets } from '@causeway/contract/shapes/presets';
import type { AppContext } from '../../context.ts';
import { newUuid } from '../../new-uuid.ts';
import { cleanPresets } from '../partners/clean-presets.ts';
import type { Partner } from '../partners/partner.ts';
import { hashSecret, makeSecret } from './session-token.ts';
import { insertSession } from './store.ts';

/** How long a token waits for its page. */
const tokenSeconds = 5 * 60;

/** Makes a token that opens one page of the partner with these presets, once, within five minutes. */
export async function createSession(
  context: Pick<AppContext, 'db' | 'clock' | 'random'>,
  { partner, keyId }: { partner: Partner; keyId: string },
  presets: Presets,
): Promise<{ sessionToken: string; expiresAt: Date }> {
  const sessionToken = makeSecret(context.random, 'cwst');
  const createdAt = context.clock.now();
  const expiresAt = new Date(createdAt.getTime() + tokenSeconds * 1000);
  await insertSession(context.db, {
    sessionId: newUuid(context),
    partnerKey: partner.partnerKey,
    keyId,
    tokenHash: hashSecret(sessionToken),
    presets: JSON.stringify(cleanPresets(presets)),
    createdAt,
    expiresAt,
  });
  return { sessionToken, expiresAt };
}
