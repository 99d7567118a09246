import { formatUnits } from '@causeway/domain/currencies/format-units';
import { expect, test } from 'vitest';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { confirmCardPayment } from '../acquirer-payins/results/apply-card-payment.ts';
import { approveByCode } from '../card-payouts/fixtures/sell-to-card.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openOrderWorld, type SignedInClient } from '../orders/fixtures/open-order-world.ts';

const world = await openOrderWorld();
await world.fundWallet('10', 'ETH');
await world.fundWallet('5');
const { context, sandbox } = world;
const { db } = context;

const both = async ({ niceId }: SignedInClient, currency: string) => [
  await readBalance(db, paths.client(niceId), currency),
  await readBalance(db, paths.held(niceId), currency),
];
const free = async (client: SignedInClient, currency: string) => (await both(client, currency))[0] ?? 0n;
async function report(payment: string, result: 'approved' | 'chargeback' | 'won' | 'refunded', amount?: string) {
  await sandbox.settlePayment(payment, result, 0, amount);
  await confirmCardPayment(context, { acquirer: 'card_one', acquirerPaymentId: payment });
}

/** Buys bitcoin by card onto the balance. @returns the payment */
async function buy(client: SignedInClient): Promise<string> {
  const { order } = await world.buy(client.access, { payout_group: 'balance', dst_address: '' });
  const payment = await world.paymentOf(order.nice_id);
  await report(payment, 'approved');
  return payment;
}

async function spend(client: SignedInClient, amount: bigint, changes: Readonly<Record<string, string>>) {
  const paid = { payin_currency: 'BTC', payin_group: 'balance', payin_amount: formatUnits(amount, 'BTC') };
  const { body } = await world.buy(client.access, { ...paid, ...changes });
  expect(body.errors).toEqual([]);
  await approveByCode(world, client, body);
  return body.nice_id;
}
const toEther = { payout_currency: 'ETH', payout_group: 'balance', dst_address: '' };
const out = async () => ({
  payout_currency: 'ETH',
  payout_group: 'ethereum',
  dst_address: await sandbox.outsideAddress('ethereum'),
});

/** Two purchases: one has left for good, and the other was exchanged after that. */
async function exchanged() {
  const client = await world.signInClient();
  const [first, second] = [await buy(client), await buy(client)];
  const sent = await spend(client, (await free(client, 'BTC')) / 2n, await out());
  await world.work();
  expect((await world.read(sent)).txid).not.toBe('');
  await spend(client, await free(client, 'BTC'), toEther);
  return { client, first, second, ether: await free(client, 'ETH') };
}

test('what one of two payments became is held where it is lost', async () => {
  const { client, second, ether } = await exchanged();
  await report(second, 'chargeback');
  expect(await both(client, 'ETH')).toEqual([0n, ether]);
}, 60_000);

test('also where the other one was lost before it, and is won after it', async () => {
  const { client, first, second, ether } = await exchanged();
  for (const payment of [first, second]) await report(payment, 'chargeback');
  expect(await both(client, 'ETH')).toEqual([0n, ether]);
  await report(first, 'won');
  await expectSound(world);
  expect(await both(client, 'ETH')).toEqual([0n, ether]);
}, 60_000);

test('an order that waits for its code ends, also where something was sent after it', async () => {
  const client = await world.signInClient();
  await buy(client);
  const lost = await buy(client);
  const all = await free(client, 'BTC');
  const half = formatUnits(all / 2n, 'BTC');
  const waits = { payin_currency: 'BTC', payin_group: 'balance', payin_amount: half, ...toEther };
  const { body } = await world.buy(client.access, waits);
  expect(body.errors).toEqual([]);
  const codes = async () => {
    await world.work();
    const subjects = (await sandbox.inbox(client.email)).map(({ subject }) => subject ?? '');
    return subjects.flatMap((subject) => /^(\d{6}) approves/.exec(subject)?.[1] ?? []);
  };
  const before = await codes();
  const rest = { payin_currency: 'BTC', payin_group: 'balance', payin_amount: half, ...(await out()) };
  const sent = (await world.buy(client.access, rest)).body;
  expect(sent.errors).toEqual([]);
  const code = (await codes()).find((one) => !before.includes(one)) ?? '';
  const captcha = await sandbox.captchaToken('code');
  await world.call(
    '/order/approve_withdrawal',
    { uuid: sent.uuid, code, 'g-recaptcha-response': captcha },
    client.access,
  );
  await world.work();
  expect((await world.read(sent.nice_id)).txid).not.toBe('');
  await report(lost, 'chargeback');
  expect([(await world.read(body.nice_id)).status, ...(await both(client, 'BTC'))]).toEqual(['canceled', 0n, all / 2n]);
}, 60_000);
