import { createTestDatabase } from '@causeway/testing/create-test-database';
import { ManualClock } from '@causeway/testing/manual-clock';
import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { createDatabase } from '../../database/create-database.ts';
import { seedDemoClients } from '../clients/seed-demo-clients.ts';
import { findPartner } from './find-partner.ts';
import { savePartner } from './save-partner.ts';
import { seedDemoPartners } from './seed-demo-partners.ts';
import { toThemeProperties } from './partner.ts';
import { describePartners } from './store.ts';

const database = await createTestDatabase();
const db = createDatabase(database.url);
afterAll(() => db.destroy());
const clock = new ManualClock();
const random = { bytes: (length: number) => new Uint8Array(randomBytes(length)) };
const context = { config: readConfig({ PARTNER_DEMO_PORT: '4999' }), db, clock, random };
const shop = {
  partnerKey: 'pk_shop',
  name: 'Shop',
  allowedOrigins: ['https://shop.example'],
  isMerchant: false,
  isFloatingRate: true,
  theme: 'auto' as const,
  themeSettings: {},
};

describe('the demo', () => {
  test('its partners and clients are there, once, and a second start keeps them', async () => {
    for (let start = 0; start < 2; start += 1) {
      await seedDemoPartners(context);
      await seedDemoClients(context);
    }
    const found = await findPartner(context, 'pk_test_shop');
    expect(found?.allowedOrigins).toEqual(['http://localhost:4999', 'http://127.0.0.1:4999']);
    const clients = await db.selectFrom('clients').select(['email', 'level', 'isPartner']).orderBy('email').execute();
    expect(clients).toEqual([
      { email: 'client@example.com', level: 'identity', isPartner: false },
      { email: 'new@example.com', level: 'unverified', isPartner: false },
      { email: 'partner@example.com', level: 'identity', isPartner: true },
    ]);
  });

  test('a live server gets none of them', async () => {
    const empty = createDatabase((await createTestDatabase()).url);
    const live = { ...context, db: empty, config: { ...context.config, ENVIRONMENT: 'live' as const } };
    await seedDemoClients(live);
    await seedDemoPartners(live);
    expect(await empty.selectFrom('clients').selectAll().execute()).toEqual([]);
    await empty.destroy();
  });
});

describe('a partner', () => {
  test('an unknown key finds no partner', async () => {
    expect(await findPartner(context, 'pk_nobody')).toBeUndefined();
  });

  test('a change is seen after five seconds at the latest', async () => {
    await savePartner(context, shop);
    expect((await findPartner(context, 'pk_shop'))?.name).toBe('Shop');
    await savePartner(context, { ...shop, name: 'New' });
    clock.advance(5_000);
    expect((await findPartner(context, 'pk_shop'))?.name).toBe('New');
  });

  test.each([
    'https://shop.example/',
    'https://shop.example/path',
    'shop.example',
    '*',
    'https://*.example',
    'http://shop.example',
    'https://a.example https://b.example',
    "https://shop.example;script-src 'unsafe-inline'",
    'javascript:alert(1)',
    'null',
  ])('the origin %s is refused on write', async (origin) => {
    await expect(savePartner(context, { ...shop, allowedOrigins: [origin] })).rejects.toThrow('allowedOrigins');
  });

  test.each([
    { brand: 'red' },
    { brand: '#fff;background:url(//x)' },
    { radius: 23 },
    { radius: -1 },
    { font: 'a";}' },
    { unknown: 'x' },
  ])('the theme %j is refused on write', async (themeSettings) => {
    const bad = JSON.parse(JSON.stringify({ ...shop, themeSettings }));
    await expect(savePartner(context, bad)).rejects.toThrow('themeSettings');
  });

  test('a theme becomes custom properties', () => {
    expect(toThemeProperties({ brand: '#1652f0', radius: 10, density: 'compact', font: 'Inter' })).toEqual({
      '--cw-brand': '#1652f0',
      '--cw-radius': '10px',
      '--cw-density': '0.88',
      '--cw-font': '"Inter"',
    });
  });
});

// The log names a payee, and the copy is of before the partner had one.
test('a partner without client and address is paid once its client is named', async () => {
  await savePartner(context, { ...shop, partnerKey: 'pk_early' });
  const early = db.updateTable('partners').where('partnerKey', '=', 'pk_early');
  await early.set({ payeeHold: 'replaced' }).execute();
  expect(await describePartners(db)).toContain('pk_early  restored: is paid once set --client was given');
});
