import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { parseEther } from 'viem';
import { createOtherEvm } from '../../providers/evm/json-rpc-node.ts';
import { chainSettings } from '../../providers/chain-settings.ts';
import { openDepositWorld } from '../balance-deposits/fixtures/open-deposit-world.ts';
import type { SignedInClient } from '../orders/fixtures/open-order-world.ts';
import { OperatorFault } from '../operators/record-action.ts';
import { findUnknownCoins } from './find-unknown-coins.ts';
import { closeCoins, listCoins, returnCoins } from './settle-unknown-coins.ts';

const world = await openDepositWorld();
const { context, sandbox, has } = world;
const { db } = context;
const settled = chainSettings(context.config, 'ethereum').settledConfirmations;
const operator = 'ann of coins';

const seen = z.object({
  other_coins: z.array(
    z.looseObject({
      coins_id: z.string(),
      network: z.string(),
      token: z.string(),
      txid: z.string(),
      tx_link: z.string(),
      status: z.string(),
      return_txid: z.string(),
    }),
  ),
});
const shown = async (client: SignedInClient) => {
  const { body } = await world.post('/balance/deposit_address', client, { currency: 'ETH', group: 'ethereum' });
  return seen.parse(body).other_coins;
};
const listed = async ({ clientId }: SignedInClient) =>
  (await db.selectFrom('notifications').select('template').where('clientId', '=', clientId).execute()).map(
    ({ template }) => template,
  );
const alarms = async () =>
  (
    await db
      .selectFrom('alarms')
      .select('subject')
      .where('kind', '=', 'unknown_coins')
      .where('clearedAt', 'is', null)
      .execute()
  ).map(({ subject }) => subject);
async function depositor() {
  await findUnknownCoins(context);
  const client = await world.signInClient();
  return { ...client, address: (await world.ask(client, { currency: 'ETH', group: 'ethereum' })).address };
}
const send = (address: string, asset = 'STRAY') => sandbox.send('ethereum', { address, amount: '7', asset });
const settle = async () => {
  await sandbox.mine('ethereum', settled);
  await findUnknownCoins(context);
};
/** As if the key of an address had signed each transaction. */
const signedBy = (sender: string) => {
  const { evm } = context.providers;
  const getTransaction = async (txid: string) => {
    const found = await evm.getTransaction(txid);
    return found && { ...found, sender };
  };
  return { ...context, providers: { ...context.providers, evm: { ...evm, getTransaction } } };
};
const waiting = async (txid: string) => (await listCoins(context)).find((row) => row.includes(txid))?.[0] ?? '';

describe('F10, 3-59 coins of a token that is not listed', () => {
  test('are found by themselves once they are settled, shown to their client, and raise an alarm once a day', async () => {
    const client = await depositor();
    const txid = await send(client.address);
    await sandbox.mine('ethereum', settled - 1);
    await findUnknownCoins(context);
    expect(await shown(client)).toEqual([]);
    await sandbox.mine('ethereum', 1);
    await Promise.all([findUnknownCoins(context), findUnknownCoins(context)]);
    expect(await shown(client)).toMatchObject([
      { network: 'ethereum', token: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/), txid, status: 'waiting' },
    ]);
    expect((await shown(client))[0]?.tx_link).toContain(txid);
    expect(await alarms()).toEqual(['ethereum']);
    await send(client.address);
    await settle();
    expect(await shown(client)).toHaveLength(2);
    expect(await listed(client)).toEqual(['deposit-unknown']);
  });

  test('are no deposit, and no other client sees them', async () => {
    const [client, other] = [await depositor(), await depositor()];
    await send(client.address);
    await settle();
    await world.scan();
    expect([await has(client, 'ETH'), await has(client, 'USDT'), (await world.operations(client)).data]).toEqual([
      0n,
      0n,
      [],
    ]);
    expect([(await shown(client)).length, await shown(other)]).toEqual([1, []]);
  });

  test('a token that is listed is no unknown one', async () => {
    const client = await depositor();
    await send(client.address, 'USDT');
    await settle();
    await world.scan();
    expect([await shown(client), await world.waiting(client, 'USDT')]).toEqual([[], 7_000_000n]);
  });

  test('on the address of an order are the client’s too', async () => {
    await findUnknownCoins(context);
    const client = await world.signInClient();
    const sell = { payin_currency: 'ETH', payin_group: 'ethereum', payin_amount: '0.2' };
    const { order } = await world.buy(client.access, {
      ...sell,
      payout_currency: 'EUR',
      payout_group: 'balance',
      dst_address: '',
    });
    const address = String((await world.read(order.nice_id, client.access))['crypto_address']);
    const txid = await send(address);
    await settle();
    expect(await shown(client)).toMatchObject([{ txid, status: 'waiting' }]);
  });

  test('of a token that is listed later are booked as a deposit', async () => {
    const client = await depositor();
    const { address, ...rest } = context.config.ETHEREUM_TOKENS.find(({ code }) => code === 'LINK') ?? { address: '' };
    const tokens = context.config.ETHEREUM_TOKENS;
    const without = {
      ...context,
      config: { ...context.config, ETHEREUM_TOKENS: tokens.filter((one) => one.address !== address) },
    };
    await findUnknownCoins(without);
    expect(rest).toEqual({ code: 'LINK' });
    const txid = await send(client.address, 'LINK');
    await sandbox.mine('ethereum', settled);
    await findUnknownCoins(without);
    expect(await shown(client)).toMatchObject([{ txid, token: address, status: 'waiting' }]);
    await findUnknownCoins(context);
    await world.scan();
    expect([await has(client, 'LINK'), await shown(client)]).toEqual([parseEther('7'), []]);
    await findUnknownCoins(context);
    expect(await has(client, 'LINK')).toBe(parseEther('7'));
  });
});

describe('F10 what an operator does with them', () => {
  test('sent back: the transaction is looked up, must be of the address, and the client gets an e-mail', async () => {
    const client = await depositor();
    const txid = await send(client.address);
    await settle();
    const coinsId = await waiting(txid);
    const another = await send(await sandbox.outsideAddress('ethereum'));
    await expect(returnCoins(context, operator, [coinsId, another])).rejects.toThrow('in no block');
    await sandbox.mine('ethereum', 1);
    await expect(returnCoins(context, operator, [coinsId, another])).rejects.toThrow('was signed by');
    const signed = signedBy(client.address);
    await returnCoins(signed, operator, [coinsId, another]);
    expect(await shown(client)).toMatchObject([{ txid, status: 'returned', return_txid: another }]);
    expect((await listed(client)).toSorted()).toEqual(['deposit-unknown', 'deposit-unknown-returned']);
    await expect(returnCoins(signed, operator, [coinsId, another])).rejects.toThrow('returned already');
  });

  test('sent back: it moved those coins, and each of them once', async () => {
    const client = await depositor();
    const outside = await sandbox.outsideAddress('ethereum');
    const [first, second] = [await send(client.address), await send(client.address)];
    const ether = await send(outside, 'ETH');
    const part = await sandbox.send('ethereum', { address: outside, amount: '6', asset: 'STRAY' });
    const [one, both] = [
      await send(outside),
      await sandbox.send('ethereum', { address: outside, amount: '14', asset: 'STRAY' }),
    ];
    const kept = await send(client.address);
    await settle();
    const signed = signedBy(client.address);
    const [coins, others] = [await waiting(first), await waiting(second)];
    for (const txid of [ether, part, kept])
      await expect(returnCoins(signed, operator, [coins, txid])).rejects.toThrow('are to be returned by it');
    await returnCoins(signed, operator, [coins, one]);
    await expect(returnCoins(signed, operator, [others, one])).rejects.toThrow('are to be returned by it');
    await returnCoins(signed, operator, [others, both]);
    const third = await waiting(kept);
    await returnCoins(signed, operator, [third, both]);
    expect((await shown(client)).map(({ status }) => status)).toEqual(['returned', 'returned', 'returned']);
  });

  test('closed with a reason; the alarm ends when nothing waits any more', async () => {
    const client = await depositor();
    const txid = await send(client.address);
    await settle();
    await expect(closeCoins(context, operator, ['none', 'worthless'])).rejects.toThrow(OperatorFault);
    const coinsId = await waiting(txid);
    await expect(closeCoins(context, operator, [coinsId, ' '])).rejects.toThrow('empty');
    expect(await alarms()).toEqual(['ethereum']);
    for (const [id = ''] of await listCoins(context)) await closeCoins(context, operator, [id, 'worthless']);
    expect([await alarms(), await listCoins(context)]).toEqual([[], []]);
    expect(await shown(client)).toMatchObject([{ txid, status: 'closed' }]);
    const actions = db.selectFrom('operatorActions').select('details').where('subject', '=', coinsId);
    expect(await actions.execute()).toEqual([{ details: { as: 'closed', reason: 'worthless' } }]);
  });
});

describe('F10 coins on another network', () => {
  // The sandbox has one node, which stands for the other network's too.
  const { ETHEREUM_RPC_URL: url } = context.config;
  const otherEvm = createOtherEvm({ ...context.config, OTHER_EVM_NETWORKS: [{ name: 'polygon', url }] });
  const wide = { ...context, providers: { ...context.providers, otherEvm } };

  test('its own coin and any token are found, and the rest goes on while its node is away', async () => {
    await findUnknownCoins(wide);
    const client = await depositor();
    const own = await send(client.address, 'ETH');
    const token = await send(client.address, 'USDT');
    await sandbox.mine('ethereum', 64);
    await findUnknownCoins(wide);
    const found = (await shown(client)).map(({ network, txid, token: of }) => `${network} ${txid} ${of !== ''}`);
    expect(found.toSorted()).toEqual([`polygon ${own} false`, `polygon ${token} true`].toSorted());
    expect(await alarms()).toContain('polygon');
    // Two spellings of one transaction are one.
    const back = await send(await sandbox.outsideAddress('ethereum'), 'ETH');
    const more = await send(client.address, 'ETH');
    await sandbox.mine('ethereum', 64);
    await findUnknownCoins(wide);
    const signed = {
      ...wide,
      providers: { ...wide.providers, otherEvm: new Map([['polygon', signedBy(client.address).providers.evm]]) },
    };
    await returnCoins(signed, operator, [await waiting(own), back]);
    const again = [await waiting(more), `0x${back.slice(2).toUpperCase()}`];
    await expect(returnCoins(signed, operator, again)).rejects.toThrow('are to be returned by it');
    const away = createOtherEvm({
      ...context.config,
      OTHER_EVM_NETWORKS: [{ name: 'polygon', url: 'http://127.0.0.1:9' }],
    });
    const strayed = await send(client.address);
    await sandbox.mine('ethereum', settled);
    await expect(
      findUnknownCoins({ ...context, providers: { ...context.providers, otherEvm: away } }),
    ).rejects.toThrow();
    expect((await shown(client)).map(({ txid }) => txid)).toContain(strayed);
  });
});
