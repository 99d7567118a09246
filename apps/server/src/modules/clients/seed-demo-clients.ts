import type { ClientLevel } from '@causeway/domain/clients/client-level';
import type { AppContext } from '../../context.ts';
import { addClient } from './add-client.ts';
import { hashPassword } from './passwords/password.ts';
import { confirmEmail, markAsPartner, selectPasswordByEmail } from './store.ts';

const password = 'causeway-demo-1';
const demoClients: readonly { email: string; level: ClientLevel; isPartner: boolean }[] = [
  { email: 'client@example.com', level: 'identity', isPartner: false },
  { email: 'new@example.com', level: 'unverified', isPartner: false },
  { email: 'partner@example.com', level: 'identity', isPartner: true },
];

/** The clients of the sandbox; existing ones stay unchanged. Never on a live server. */
export async function seedDemoClients(context: Pick<AppContext, 'config' | 'db' | 'clock' | 'random'>): Promise<void> {
  if (context.config.ENVIRONMENT !== 'sandbox') return;
  for (const demo of demoClients) {
    if ((await selectPasswordByEmail(context.db, demo.email)) === undefined) await addDemoClient(context, demo);
  }
}

async function addDemoClient(
  context: Pick<AppContext, 'db' | 'clock' | 'random'>,
  demo: (typeof demoClients)[number],
): Promise<void> {
  const passwordHash = await hashPassword(password);
  const confirmedAt = context.clock.now();
  await context.db.transaction().execute(async (transaction) => {
    const clientId = await addClient(context, transaction, {
      email: demo.email,
      passwordHash,
      language: 'en',
      partnerKey: null,
      referrerId: '',
    });
    if (clientId === undefined) return;
    if (demo.level !== 'unverified')
      await confirmEmail(transaction, { clientId, email: demo.email, level: demo.level, confirmedAt });
    if (demo.isPartner) await markAsPartner(transaction, clientId);
  });
}
