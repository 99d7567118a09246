import type { ProductClient } from '@causeway/testing/product-client';
import type { Chain, SandboxDriver } from '@causeway/testing/sandbox-driver';
import { eventually } from './eventually.ts';
import { agreements, amount, byCard, clientIban, nameOf } from './order-form.ts';
import type { Coins, MadeOrder } from './flow.ts';

const topUp = '400';

/** On the acquirer's page. */
export async function payByCard({ niceId, sandbox }: MadeOrder): Promise<undefined> {
  const payment = await eventually(
    `order ${niceId} has a payment`,
    async () => (await sandbox.acquirerPayments(niceId))[0],
  );
  await sandbox.settlePayment(payment.id, 'approved');
  return undefined;
}

/** The full amount. */
export async function payByBank(order: MadeOrder): Promise<undefined> {
  await transfer(order, `${amount}.00`);
  return undefined;
}

/** A chain address that is never paid. */
export async function toUnusedAddress(sandbox: SandboxDriver): Promise<Readonly<Record<string, string>>> {
  return { dst_address: await sandbox.outsideAddress('bitcoin') };
}

/** Too little for the order: its client is asked, and chooses the refund. */
export async function payHalfAndTakeBack(order: MadeOrder): Promise<undefined> {
  await transfer(order, '15.00');
  await order.client.declineDecision(order.niceId);
  return undefined;
}

async function transfer({ niceId, client, sandbox }: MadeOrder, sent: string): Promise<void> {
  const account = await eventually(
    `order ${niceId} has an account number`,
    async () => (await client.readOrder(niceId)).purchase_params_payin.sepa_account,
  );
  await sandbox.bankTransfer({
    iban: account.iban,
    reference: niceId,
    amount: sent,
    currency: 'EUR',
    sender_name: 'Sam Sandbox',
    sender_iban: clientIban,
  });
}

/** To the address of the order. */
export async function payByCoins(
  { niceId, client, sandbox }: MadeOrder,
  chain: Chain,
  asset: string,
  coins: string,
): Promise<Coins> {
  const address = await eventually(
    `order ${niceId} has an address`,
    async () => (await client.readOrder(niceId)).crypto_address || undefined,
  );
  await sandbox.send(chain, { address, asset, amount: coins });
  return { direction: 'payin', chain, address, asset };
}

/** In the page (C-31), with the card saved; afterwards the client deletes it (C-36). */
export async function payInPage({ niceId, client, sandbox }: MadeOrder): Promise<undefined> {
  const known = new Set(await client.listCards());
  await client.payByCard(niceId, await sandbox.cardToken('4242424242424242'));
  const token = await eventually(`the card of order ${niceId} is kept`, async () =>
    (await client.listCards()).find((card) => !known.has(card)),
  );
  await client.deleteCard(token);
  return undefined;
}

/** Instead of paying. */
export async function cancel({ niceId, client }: MadeOrder): Promise<undefined> {
  await client.cancel(niceId);
  return undefined;
}

/** The payer was on the acquirer's page when the order was canceled: what comes is refunded. */
export async function payAfterCancel(order: MadeOrder): Promise<undefined> {
  const { niceId, sandbox } = order;
  const find = async () => (await sandbox.acquirerPayments(niceId))[0];
  const { id } = await eventually(`order ${niceId} has a payment`, find);
  await cancel(order);
  await eventually(
    `the payment of order ${niceId} is stopped`,
    async () => (await find())?.status === 'canceled' || undefined,
  );
  await sandbox.settlePayment(id, 'approved');
  await eventually(`order ${niceId} is refunded`, async () => (await find())?.status === 'refunded' || undefined);
}

/** With the code that came for it (C-32). */
export async function approve({ niceId, client, sandbox }: MadeOrder): Promise<undefined> {
  const code = await eventually(`order ${niceId} has a code`, async () => {
    const inbox = await sandbox.inbox(client.email);
    return inbox.find((message) => message.code && message.text.includes(niceId))?.code ?? undefined;
  });
  const { confirmation } = await client.readOrder(niceId);
  if (confirmation === null) throw new Error(`Order ${niceId} asks for no code.`);
  await client.approve(confirmation.uuid, code);
  return undefined;
}

/** By an order to the balance, before those that are paid from it. */
export async function fillBalance(client: ProductClient, sandbox: SandboxDriver): Promise<void> {
  const form = { ...byCard, payin_amount: topUp, payout_currency: 'EUR', payout_group: 'balance' };
  const niceId = await client.placeOrder({ ...form, ...agreements, partner_order_id: nameOf() });
  await payByCard({ niceId, client, sandbox });
  await eventually('the balance is filled', async () => (await client.readStatus(niceId)) === 'finished' || undefined);
}
