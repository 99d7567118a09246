import { expect, test, vi } from 'vitest';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@causeway/testing/temporary-folder';
import { confirmCardPayment } from '../acquirer-payins/results/apply-card-payment.ts';
import { runPartnersCommand } from '../../cli/commands/run-partners-command.ts';
import { listHeldOrders, releaseOrder } from '../operating/decide-held-order.ts';
import { endForgottenSecrets } from '../operating/forgotten/end-secrets.ts';
import { leaveDecidedToPerson } from '../order-lifecycle/payout-method.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { savePartner } from './save-partner.ts';

const world = await openOrderWorld({ connections: 4 });
const { context, sandbox } = world;
const look = { allowedOrigins: [], isFloatingRate: true, theme: 'auto' as const, themeSettings: {} };
const shop = { ...look, partnerKey: 'pk_page', name: 'Page', isMerchant: false, locks: ['dstAddress' as const] };
const old = { ...shop, defaults: { dstAddress: '0x52908400098527886E0F7030069857D2E4169EE7' } };
const present = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';

async function putBack(): Promise<void> {
  await savePartner(context, old);
  await context.db.transaction().execute((trx) => leaveDecidedToPerson(context, trx, context.clock.now()));
}

async function pay(dstAddress: string): Promise<string> {
  const { access } = await world.signInClient();
  const wanted = { partner_key: 'pk_page', payout_currency: 'ETH', payout_group: 'ethereum', dst_address: dstAddress };
  const { order } = await world.buy(access, wanted);
  const payment = await world.paymentOf(order.nice_id);
  await sandbox.settlePayment(payment, 'approved', 0);
  await confirmCardPayment(context, { acquirer: 'card_one', acquirerPaymentId: payment });
  return order.nice_id;
}
const held = async () => (await listHeldOrders(context)).map(({ niceId, reason }) => `${niceId} ${reason}`);

// `partners set --default dstAddress=…` has replaced where the pages of a partner pay to, as the old key was stolen.
test('after a restore nothing is paid to an address that the pages of a partner fix, before a person has named it', async () => {
  const partners = async (...args: string[]) => runPartnersCommand(context, [...args, '--by', 'grace']);
  await putBack();
  expect(await partners('list')).toContain('pk_page  restored: is paid once set --default was given');
  const niceId = await pay(old.defaults.dstAddress);
  expect(await held()).toEqual([`${niceId} payee`]);
  await partners('set', 'pk_page', '--name', 'Page of lamps');
  const release = { niceId, operator: 'grace' };
  await expect(releaseOrder(context, release)).rejects.toThrow('partners set --default');
  await partners('set', 'pk_page', '--default', `dstAddress=${old.defaults.dstAddress}`);
  expect(await partners('list')).not.toContain('pk_page  restored');
  await releaseOrder(context, release);
  expect(await held()).toEqual([]);
});

test('the security log names a partner whose address has changed, and lets the others be paid', async () => {
  await savePartner(context, { ...old, partnerKey: 'pk_same' });
  await savePartner(context, old);
  const logged = vi.spyOn(context.log, 'info');
  await runPartnersCommand(context, ['set', 'pk_page', '--default', `dstAddress=${present}`, '--by', 'grace']);
  await world.work();
  const file = join(await temporaryFolder(), 'log');
  await writeFile(file, logged.mock.calls.map(([msg, fields]) => JSON.stringify({ msg, ...fields })).join('\n'));
  await putBack();
  expect(await endForgottenSecrets(context, { file, operator: 'grace' })).toContain('names whom: pk_page');
  const [page = '', same] = (await runPartnersCommand(context, ['list'])).split('\n');
  expect(page).toContain('restored');
  expect(same).toBe('pk_same');
});
