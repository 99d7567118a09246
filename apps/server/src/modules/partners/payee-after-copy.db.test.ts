import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@causeway/testing/temporary-folder';
import { expect, test, vi } from 'vitest';
import { confirmCardPayment } from '../acquirer-payins/results/apply-card-payment.ts';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { runPartnersCommand } from '../../cli/commands/run-partners-command.ts';
import { settleFees } from '../merchants/settle-fees.ts';
import { listHeldOrders, releaseOrder } from '../operating/decide-held-order.ts';
import { endForgottenSecrets } from '../operating/forgotten/end-secrets.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { copyDatabase } from '../orders/fixtures/restore-copy.ts';
import { beginWork } from '../payout-holds/fixtures/begin-work.ts';
import { savePartner } from './save-partner.ts';

const world = await openOrderWorld({ connections: 4 });
const { context, sandbox } = world;
await beginWork(context);
const look = { allowedOrigins: [], isFloatingRate: true, theme: 'auto' as const, themeSettings: {} };
const shop = { ...look, partnerKey: 'pk_shop', name: 'Shop', isMerchant: false };

// `partners set --client` has replaced the payee of a partner after the copy (an owner who left, a stolen account).
test('after a restore a partner is paid by no worker alone, but once a person has named its client', async () => {
  const [old, present] = [await world.signInClient(), await world.signInClient()];
  await savePartner(context, { ...shop, clientId: old.clientId });
  const payer = await world.signInClient();
  const toShop = { partner_key: 'pk_shop', pay_to_partner: '1', payout_group: 'balance', payout_currency: 'USD' };
  const { order } = await world.buy(payer.access, { ...toShop, dst_address: '' });
  const payment = await world.paymentOf(order.nice_id);
  const restore = await copyDatabase(world);
  await savePartner(context, { ...shop, clientId: present.clientId });
  await sandbox.settlePayment(payment, 'approved', 0);
  const { context: own } = await restore();
  await beginWork(own);
  await confirmCardPayment(own, { acquirer: 'card_one', acquirerPaymentId: payment });
  expect(await readBalance(own.db, paths.client(old.niceId), 'USD')).toBe(0n);

  const release = { niceId: order.nice_id, operator: 'grace' };
  const partners = async (...args: string[]) => runPartnersCommand(own, [...args, '--by', 'grace']);
  expect(await listHeldOrders(own)).toMatchObject([{ niceId: order.nice_id, reason: 'payee' }]);
  expect(await partners('list')).toContain('pk_shop  restored: is paid once set --client was given');
  // Another setting names no client.
  await partners('set', 'pk_shop', '--name', 'Shop of lamps');
  await expect(releaseOrder(own, release)).rejects.toThrow('partners set --client');
  await expect(settleFees(own, 'pk_shop')).rejects.toThrow('since a restore');

  await partners('set', 'pk_shop', '--client', present.email);
  expect(await partners('list')).not.toContain('pk_shop  restored');
  await releaseOrder(own, release);
  expect(await readBalance(own.db, paths.client(old.niceId), 'USD')).toBe(0n);
  expect(await readBalance(own.db, paths.client(present.niceId), 'USD')).toBeGreaterThan(0n);
  expect((await settleFees(own, 'pk_shop')).size).toBe(0);
});

// A person would have to name the client of each of hundreds of partners, in twos.
test('by the security log partners are paid again whose client was not named since the copy, before and after its worker starts', async () => {
  const owner = await world.signInClient();
  for (const partnerKey of ['pk_same', 'pk_moved'])
    await savePartner(context, { ...shop, partnerKey, clientId: owner.clientId });
  const starts = [await copyDatabase(world), await copyDatabase(world)];
  const logged = vi.spyOn(context.log, 'info');
  await runPartnersCommand(context, ['set', 'pk_moved', '--client', owner.email, '--by', 'grace']);
  await world.work();
  const file = join(await temporaryFolder(), 'log');
  await writeFile(file, logged.mock.calls.map(([msg, fields]) => JSON.stringify({ msg, ...fields })).join('\n'));
  for (const [place, start] of starts.entries()) {
    const { context: own } = await start();
    const list = async () => runPartnersCommand(own, ['list']);
    if (place === 1) {
      await beginWork(own);
      expect(await list()).toContain('pk_same  restored');
    }
    own.config.OPERATOR_ALONE_EUR = 1000;
    await endForgottenSecrets(own, { file, operator: 'grace' });
    expect(await list()).toContain('pk_same  restored');
    const said = await endForgottenSecrets(own, { file, operator: 'ada' });
    expect(said).toContain('Not paid before `partners set` names whom: pk_moved');
    await beginWork(own);
    expect((await list()).split('\n')).toEqual(expect.arrayContaining(['pk_same']));
    expect(await list()).toContain('pk_moved  restored');
  }
});

/** A copy, and lines of the log: of a partner whose client was named since, and of another process. */
async function copyWithLogs(partnerKey: string) {
  const owner = await world.signInClient();
  await savePartner(context, { ...shop, partnerKey, clientId: owner.clientId });
  const { context: own } = await (await copyDatabase(world))();
  own.config.OPERATOR_ALONE_EUR = 1000;
  const folder = await temporaryFolder();
  const write = async (name: string, line: object) => {
    await writeFile(join(folder, name), JSON.stringify({ msg: 'security', ...line }));
    return join(folder, name);
  };
  const named = await write('worker', { event: 'payee_named', partnerKey });
  const other = await write('web', { event: 'signed_in' });
  const listed = async () => (await runPartnersCommand(own, ['list'])).split('\n');
  return { own, named, other, listed };
}

// Each process writes a log of its own, and the operating page says to give lines that were missing once more.
test('a partner that one file names is not paid by another file that does not', async () => {
  const { own, named, other, listed } = await copyWithLogs('pk_split');
  const isHeld = expect.stringContaining('pk_split  restored');
  for (const operator of ['grace', 'ada']) await endForgottenSecrets(own, { file: named, operator });
  await beginWork(own);
  expect(await listed()).toContainEqual(isHeld);
  for (const operator of ['grace', 'ada']) await endForgottenSecrets(own, { file: other, operator });
  expect(await listed()).toContainEqual(isHeld);
});

// The runbook: two people give it, before any worker starts.
test('the second person is heard also where minutes pass before any worker starts', async () => {
  const { own, other, listed } = await copyWithLogs('pk_slow');
  await endForgottenSecrets(own, { file: other, operator: 'grace' });
  const later = { ...own, clock: { now: () => new Date(own.clock.now().getTime() + 5 * 60_000) } };
  await endForgottenSecrets(later, { file: other, operator: 'ada' });
  expect(await listed()).toContainEqual(expect.stringMatching(/^pk_slow(?!.*restored)/));
});
