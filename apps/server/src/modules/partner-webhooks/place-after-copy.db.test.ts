import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@causeway/testing/temporary-folder';
import { beforeAll, expect, test, vi } from 'vitest';
import { runPartnersCommand } from '../../cli/commands/run-partners-command.ts';
import type { AppContext } from '../../context.ts';
import { buyAtShop, openShop } from '../merchants/fixtures/buy-at-shop.ts';
import { endForgottenSecrets } from '../operating/forgotten/end-secrets.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { copyDatabase } from '../orders/fixtures/restore-copy.ts';
import { findSecretOwner, rotatePartnerSecret } from '../partners/partner-secrets.ts';
import { beginWork } from '../payout-holds/fixtures/begin-work.ts';
import { deliverWebhook, sweepDeliveries } from './deliver-webhook.ts';

const world = await openOrderWorld({ connections: 4 });
const { context } = world;
const partnerKey = 'pk_a_shop';
beforeAll(async () => {
  await openShop(world);
  const shop = context.db.updateTable('partners').where('partnerKey', '=', partnerKey);
  await shop.set({ webhookUrl: 'https://old.example/hook' }).execute();
  await beginWork(context);
});

/** What was tried of the webhooks of a database, and where. */
async function tried(own: AppContext) {
  const deliveries = own.db.selectFrom('partnerDeliveries').select(['deliveryId', 'attempts', 'url']);
  const rows = await deliveries.execute();
  const later = { ...own, clock: { now: () => new Date(own.clock.now().getTime() + 60_000) } };
  await sweepDeliveries(later);
  for (const { deliveryId } of rows) await deliverWebhook(later, deliveryId);
  const before = new Map(rows.map(({ deliveryId, attempts }) => [deliveryId, attempts]));
  const after = await deliveries.execute();
  return after.filter((row) => row.attempts !== before.get(row.deliveryId)).map(({ url }) => url);
}

const partners = async (own: AppContext, ...args: string[]) => runPartnersCommand(own, [...args, '--by', 'grace']);

// Who took over the old address, or has left the partner, would read each order and its payer's e-mail.
test('law 3, after a restore no webhook goes where its partner may not be any more', async () => {
  await buyAtShop(world, `${randomBytes(6).toString('hex')}@example.com`);
  const { context: own } = await (await copyDatabase(world))();
  await beginWork(own);
  expect(await tried(own)).toEqual([]);
  expect(await partners(own, 'list')).toContain('is sent webhooks once set --webhook was given');
  await partners(own, 'set', partnerKey, '--name', 'Lamps');
  expect(await tried(own)).toEqual([]);
  await partners(own, 'set', partnerKey, '--webhook', 'https://new.example/hook');
  const urls = await tried(own);
  expect(urls.length).toBeGreaterThan(0);
  expect(new Set(urls)).toEqual(new Set(['https://new.example/hook']));
});

test('by the security log webhooks go again but those that were given another address, and replaced keys are over', async () => {
  const stolen = await rotatePartnerSecret(context, partnerKey, 0);
  await buyAtShop(world, `${randomBytes(6).toString('hex')}@example.com`);
  const start = await copyDatabase(world);
  const another = await copyDatabase(world);
  const folder = await temporaryFolder();
  const empty = join(folder, 'empty');
  await writeFile(empty, JSON.stringify({ msg: 'security', event: 'signed_in' }));
  const logged = vi.spyOn(context.log, 'info');
  await partners(context, 'set', partnerKey, '--webhook', 'https://new.example/hook');
  await partners(context, 'rotate-key', partnerKey, '--overlap', '0');
  await world.work();
  const file = join(folder, 'log');
  await writeFile(file, logged.mock.calls.map(([msg, fields]) => JSON.stringify({ msg, ...fields })).join('\n'));
  const bearer = `Bearer ${stolen.secret}`;

  const { context: own } = await start();
  await beginWork(own);
  expect(await findSecretOwner(own, bearer)).toMatchObject({ partnerKey });
  await endForgottenSecrets(own, { file, operator: 'grace' });
  await endForgottenSecrets(own, { file: empty, operator: 'grace' });
  expect(await tried(own)).toEqual([]);
  expect(await findSecretOwner(own, bearer)).toBe(undefined);

  const { context: other } = await another();
  await beginWork(other);
  await endForgottenSecrets(other, { file: empty, operator: 'grace' });
  expect((await tried(other)).length).toBeGreaterThan(0);
});

test.each(['read', 'all'] as const)(
  'a replaced key that may %s ends those of its reach, and no others of its partner',
  async (scope) => {
    const keys = {
      all: (await rotatePartnerSecret(context, partnerKey, 0)).secret,
      read: (await rotatePartnerSecret(context, partnerKey, 0, true)).secret,
    };
    const start = await copyDatabase(world);
    const logged = vi.spyOn(context.log, 'info');
    await partners(context, 'rotate-key', partnerKey, '--overlap', '0', '--scope', scope);
    await world.work();
    const file = join(await temporaryFolder(), 'log');
    await writeFile(file, logged.mock.calls.map(([msg, fields]) => JSON.stringify({ msg, ...fields })).join('\n'));
    logged.mockRestore();
    const { context: own } = await start();
    await beginWork(own);
    expect(await endForgottenSecrets(own, { file, operator: 'grace' })).toContain(partnerKey);
    const good = async (secret: string) => (await findSecretOwner(own, `Bearer ${secret}`)) !== undefined;
    expect({ all: await good(keys.all), read: await good(keys.read) }).toEqual({
      all: scope === 'read',
      read: scope === 'all',
    });
  },
);
