import { randomInt } from 'node:crypto';
import type { ProductClient } from '@causeway/testing/product-client';
import type { Chain, SandboxDriver } from '@causeway/testing/sandbox-driver';
import { eventually } from './eventually.ts';

/** Coins that come to the product or leave it, and when it takes no more interest in their blocks. */
export interface Coins {
  readonly direction: 'payin' | 'payout';
  readonly chain: Chain;
  readonly address: string;
  readonly asset: string;
}

/** An order that was made, and who can do something for it. */
export interface MadeOrder {
  readonly niceId: string;
  readonly client: ProductClient;
  readonly sandbox: SandboxDriver;
}

/** A way through the product: how an order is paid and how it pays out. */
export interface Way {
  readonly name: string;
  /** The order in wire form, less its destination. */
  readonly form: Readonly<Record<string, string>>;
  /** Where coins are paid out; without it nothing goes out on a chain. */
  readonly payout?: { readonly chain: Chain; readonly asset: string };
  /** What belongs to one order alone, in wire form. */
  readonly dress?: (sandbox: SandboxDriver) => Promise<Readonly<Record<string, string>>>;
  /** How its orders end, when not as finished. */
  readonly end?: 'refunded' | 'canceled';
  /** How often its orders are paid out; once when left out. */
  readonly payouts?: 0;
  /** What a new client needs before its first order. */
  readonly prepare?: (client: ProductClient, sandbox: SandboxDriver) => Promise<void>;
  /** The client's part, once, and what then comes in on a chain. */
  readonly pay: (order: MadeOrder) => Promise<Coins | undefined>;
  /** How often the order was paid out, where that is outside and not on a chain. */
  readonly countPayouts?: (order: MadeOrder) => Promise<number>;
  /** Kinds of the entries that the ledger has for an order at its end, sorted. */
  readonly entries: readonly string[];
  /** Different letters that tell of an order. */
  readonly letters: number;
  /** An order has no fewer effects. */
  readonly leastEffects: number;
}

const amount = '31';
const senderIban = 'DE89370400440532013000';
const byCard = { payin_currency: 'EUR', payin_group: 'card', payin_amount: amount, is_floating_rate: '0' };
const toBitcoin = { payout_currency: 'BTC', payout_group: 'bitcoin' };
const onBitcoin = { payout: { chain: 'bitcoin', asset: 'BTC' } } as const;
const topUp = '400';
const sold = '0.001';

/** Every way that the campaign goes. */
export const ways: readonly Way[] = [
  {
    ...onBitcoin,
    name: 'card to bitcoin',
    form: { ...byCard, ...toBitcoin },
    pay: payByCard,
    entries: ['card_payin', 'chain_payout', 'conversion'],
    letters: 4,
    leastEffects: 17,
  },
  {
    ...onBitcoin,
    name: 'bank transfer to bitcoin',
    form: { ...byCard, ...toBitcoin, payin_group: 'sepa', is_floating_rate: '1' },
    pay: payByBank,
    entries: ['bank_payin', 'chain_payout', 'conversion'],
    letters: 4,
    leastEffects: 17,
  },
  {
    name: 'bitcoin to bank account',
    form: {
      payin_currency: 'BTC',
      payin_group: 'bitcoin',
      payin_amount: sold,
      payout_currency: 'EUR',
      payout_group: 'sepa',
      is_floating_rate: '1',
      iban: senderIban,
      beneficiary_account: 'Sam Sandbox',
    },
    pay: payByBitcoin,
    countPayouts: async ({ sandbox, niceId }) => (await sandbox.bankPayouts(niceId)).length,
    entries: ['bank_payout', 'conversion', 'crypto_payin'],
    letters: 4,
    leastEffects: 15,
  },
  {
    name: 'card to a token',
    form: { ...byCard, payin_amount: '45', payout_currency: 'USDT', payout_group: 'ethereum' },
    payout: { chain: 'ethereum', asset: 'USDT' },
    pay: payByCard,
    entries: ['card_payin', 'chain_payout', 'conversion'],
    letters: 4,
    leastEffects: 17,
  },
  {
    name: 'card to balance',
    form: { ...byCard, payout_currency: 'EUR', payout_group: 'balance' },
    pay: payByCard,
    entries: ['balance_payout', 'card_payin', 'conversion'],
    letters: 3,
    leastEffects: 10,
  },
  {
    ...onBitcoin,
    name: 'balance to bitcoin',
    form: { ...byCard, ...toBitcoin, payin_group: 'balance' },
    prepare: fillBalance,
    pay: approve,
    entries: ['balance_hold', 'chain_payout', 'conversion'],
    letters: 4,
    leastEffects: 15,
  },
  {
    name: 'bitcoin to card',
    form: {
      payin_currency: 'BTC',
      payin_group: 'bitcoin',
      payin_amount: sold,
      payout_currency: 'EUR',
      payout_group: 'card',
      is_floating_rate: '1',
    },
    dress: async (sandbox) => ({ token: await sandbox.cardToken('4242424242424242') }),
    pay: payByBitcoin,
    countPayouts: async ({ sandbox, niceId }) => (await sandbox.cardPayouts(niceId)).length,
    entries: ['card_payout', 'conversion', 'crypto_payin'],
    letters: 3,
    leastEffects: 12,
  },
  {
    name: 'balance and canceled',
    form: { ...byCard, ...toBitcoin, payin_group: 'balance' },
    dress: toNobody,
    prepare: fillBalance,
    pay: cancel,
    end: 'canceled',
    payouts: 0,
    entries: ['balance_hold', 'balance_release'],
    letters: 2,
    leastEffects: 6,
  },
  {
    name: 'card in the page, kept and deleted',
    form: { ...byCard, payin_currency: 'GBP', payout_currency: 'EUR', payout_group: 'balance' },
    pay: payInPage,
    entries: ['balance_payout', 'card_payin', 'conversion'],
    letters: 3,
    leastEffects: 14,
  },
  {
    name: 'half a bank transfer and back',
    form: { ...byCard, ...toBitcoin, payin_group: 'sepa', is_floating_rate: '1' },
    dress: toNobody,
    pay: payHalfAndTakeBack,
    end: 'refunded',
    countPayouts: async ({ sandbox, niceId }) =>
      (await sandbox.bankTransfers(niceId)).filter((sent) => sent.returned_amount === sent.amount).length,
    entries: ['bank_payin', 'refund'],
    letters: 3,
    leastEffects: 10,
  },
];

async function payByCard({ niceId, sandbox }: MadeOrder): Promise<undefined> {
  const payment = await eventually(
    `order ${niceId} has a payment`,
    async () => (await sandbox.acquirerPayments(niceId))[0],
  );
  await sandbox.settlePayment(payment.id, 'approved');
  return undefined;
}

async function payByBank(order: MadeOrder): Promise<undefined> {
  await transfer(order, `${amount}.00`);
  return undefined;
}

/** An address that is never paid. */
async function toNobody(sandbox: SandboxDriver): Promise<Readonly<Record<string, string>>> {
  return { dst_address: await sandbox.outsideAddress('bitcoin') };
}

/** Too little for the order: its client is asked, and wants the money back. */
async function payHalfAndTakeBack(order: MadeOrder): Promise<undefined> {
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
    sender_iban: senderIban,
  });
}

async function payByBitcoin({ niceId, client, sandbox }: MadeOrder): Promise<Coins> {
  const address = await eventually(
    `order ${niceId} has an address`,
    async () => (await client.readOrder(niceId)).crypto_address || undefined,
  );
  await sandbox.send('bitcoin', { address, amount: sold });
  return { direction: 'payin', chain: 'bitcoin', address, asset: 'BTC' };
}

/** In the page (C-31), with the card kept; afterwards the client has it forgotten (C-36). */
async function payInPage({ niceId, client, sandbox }: MadeOrder): Promise<undefined> {
  const known = new Set(await client.listCards());
  await client.payByCard(niceId, await sandbox.cardToken('4242424242424242'));
  const token = await eventually(`the card of order ${niceId} is kept`, async () =>
    (await client.listCards()).find((card) => !known.has(card)),
  );
  await client.deleteCard(token);
  return undefined;
}

async function cancel({ niceId, client }: MadeOrder): Promise<undefined> {
  await client.cancel(niceId);
  return undefined;
}

async function approve({ niceId, client, sandbox }: MadeOrder): Promise<undefined> {
  const code = await eventually(`order ${niceId} has a code`, async () => {
    const inbox = await sandbox.inbox(client.email);
    return inbox.find((message) => message.code && message.text.includes(niceId))?.code ?? undefined;
  });
  const { confirmation } = await client.readOrder(niceId);
  if (confirmation === null) throw new Error(`Order ${niceId} asks for no code.`);
  await client.approve(confirmation.uuid, code);
  return undefined;
}

async function fillBalance(client: ProductClient, sandbox: SandboxDriver): Promise<void> {
  const form = { ...byCard, payin_amount: topUp, payout_currency: 'EUR', payout_group: 'balance' };
  const niceId = await client.placeOrder({ ...form, ...agreements, partner_order_id: nameOf() });
  await payByCard({ niceId, client, sandbox });
  await eventually('the balance is filled', async () => (await client.readStatus(niceId)) === 'finished' || undefined);
}

/** What every client agrees to. */
export const agreements = { is_agree_rate: '1', is_agree_name: '1' };

/** A word that only one order carries from its very first effect. */
export function nameOf(): string {
  return `order-${randomInt(2 ** 40).toString(36)}-0`;
}
