import type { Wizard } from '@causeway/domain/verification/wizards';
import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { newUuid } from '../../new-uuid.ts';
import { hashToken } from '../auth/tokens.ts';
import { holdSession } from '../sessions/end-sessions.ts';
import { insertHandover, openLink } from '../sessions/handover-store.ts';
import { holdOpenWizard } from '../verification/hold-wizard.ts';
import { logSecurityEvent } from '../../security-log/log-security-event.ts';

/** How long a link waits for its phone, and how long the phone then has. */
const [linkMs, phoneMs] = [10 * 60_000, 30 * 60_000];

interface Asked {
  clientId: string;
  sessionId: string;
  wizard: Wizard;
  walletId: string;
}

/** C-23a: gives out a link for one wizard. @throws Refusal WIZARD_LOCKED, NOT_FOUND for a card of another */
export async function startHandover(context: AppContext, { clientId, sessionId, wizard, walletId }: Asked) {
  if (wizard === 'email' || wizard === 'phone' || wizard === 'basic') throw new Refusal({ code: 'NOT_FOUND' });
  const token = newSecret(context);
  const handoverId = newUuid(context);
  const createdAt = context.clock.now();
  await context.db.transaction().execute(async (trx) => {
    await holdSession(trx, sessionId, createdAt);
    await holdOpenWizard(context, trx, { clientId, wizard, walletId });
    const expiresAt = new Date(createdAt.getTime() + linkMs);
    const linkHash = hashToken(token);
    await insertHandover(trx, { handoverId, clientId, sessionId, wizard, walletId, linkHash, createdAt, expiresAt });
  });
  return { id: handoverId, token, expiresInSec: linkMs / 1000 };
}

/** C-23d: opens a link, once. @throws Refusal NOT_FOUND */
export async function openHandover(
  context: AppContext,
  { token, deviceName, ip, requestId }: { token: string; deviceName: string; ip: string; requestId: string },
) {
  const openedAt = context.clock.now();
  const key = newSecret(context);
  const expiresAt = new Date(openedAt.getTime() + phoneMs);
  const phone = { keyHash: hashToken(key), deviceName, openedAt, expiresAt };
  const opened = await openLink(context.db, hashToken(token), phone);
  if (opened === undefined) throw new Refusal({ code: 'NOT_FOUND' });
  logSecurityEvent(context, 'handover_opened', { clientId: opened.clientId, ip, requestId });
  return { key, expiresInSec: phoneMs / 1000 };
}

function newSecret({ random }: Pick<AppContext, 'random'>): string {
  return Buffer.from(random.bytes(32)).toString('base64url');
}
