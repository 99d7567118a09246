import type { AppContext } from '../../context.ts';
import { savePartner } from './save-partner.ts';

const common = { isFloatingRate: true, theme: 'auto' } as const;

/** The partners of the sandbox: a shop and a merchant, both on the partner demo's pages. Never on a live server. */
export async function seedDemoPartners(context: Pick<AppContext, 'config' | 'db' | 'clock'>): Promise<void> {
  const { config } = context;
  if (config.ENVIRONMENT !== 'sandbox') return;
  const local = ['localhost', '127.0.0.1'].map((host) => new URL(`http://${host}:${config.PARTNER_DEMO_PORT}`).origin);
  const named = config.PARTNER_DEMO_URL === undefined ? [] : [new URL(config.PARTNER_DEMO_URL).origin];
  const allowedOrigins = [...new Set([...named, ...local])];
  await savePartner(context, {
    ...common,
    partnerKey: 'pk_test_shop',
    name: 'Corner Shop',
    allowedOrigins,
    isMerchant: false,
    themeSettings: { brand: '#1652f0', brandDark: '#8ab0fe', radius: 10 },
  });
  await savePartner(context, {
    ...common,
    partnerKey: 'pk_test_merchant',
    name: 'Paper Lantern',
    allowedOrigins,
    isMerchant: true,
    themeSettings: {},
  });
}
