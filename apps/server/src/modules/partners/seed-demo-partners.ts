import type { AppContext } from '../../context.ts';
import { hashSecret, insertPartnerSecret } from './partner-secrets.ts';
import { savePartner } from './save-partner.ts';
import { addWebhookSecret } from './webhook-secrets.ts';

const common = { isFloatingRate: true, theme: 'auto' } as const;
const webhookSecret = { keyId: 'wk_sandbox', secret: 'whsec_sandbox_partner' };

type SeedContext = Pick<AppContext, 'config' | 'db' | 'clock' | 'random'>;

/**
 * The partners of the sandbox: a shop and a merchant, both on the partner demo's pages, with public keys. Never on a
 * live server.
 */
export async function seedDemoPartners(context: SeedContext): Promise<void> {
  const { config } = context;
  if (config.ENVIRONMENT !== 'sandbox') return;
  const local = ['localhost', '127.0.0.1'].map((host) => new URL(`http://${host}:${config.PARTNER_DEMO_PORT}`).origin);
  const named = config.PARTNER_DEMO_URL === undefined ? [] : [new URL(config.PARTNER_DEMO_URL).origin];
  const allowedOrigins = [...new Set([...named, ...local])];
  const webhookUrl = `${named[0] ?? local[0]}/webhooks/causeway`;
  await savePartner(context, {
    ...common,
    partnerKey: 'pk_test_shop',
    name: 'Fenwick Paper',
    allowedOrigins,
    isMerchant: false,
    themeSettings: { brand: '#1652f0', brandDark: '#8ab0fe', radius: 10 },
    webhookUrl,
  });
  await savePartner(context, {
    ...common,
    partnerKey: 'pk_test_merchant',
    name: 'Fenwick Paper',
    allowedOrigins,
    isMerchant: true,
    themeSettings: {},
    webhookUrl,
    clientId: await findDemoPartnerClient(context),
  });
  for (const name of ['shop', 'merchant']) await addDemoKeys(context, name);
}

async function addDemoKeys(context: SeedContext, name: string): Promise<void> {
  const partnerKey = `pk_test_${name}`;
  const secretHash = hashSecret(`sk_test_${name}_sandbox_secret_key`);
  await insertPartnerSecret(context.db, {
    keyId: `sk_sandbox_${name}`,
    partnerKey,
    secretHash,
    createdAt: context.clock.now(),
  });
  await addWebhookSecret(context, partnerKey, webhookSecret);
}

/** The demo's client with the partner role, if it exists already. */
async function findDemoPartnerClient({ db }: SeedContext): Promise<string | null> {
  const client = await db
    .selectFrom('clients')
    .select('clientId')
    .where('email', '=', 'partner@example.com')
    .where('isPartner', '=', true)
    .executeTakeFirst();
  return client?.clientId ?? null;
}
