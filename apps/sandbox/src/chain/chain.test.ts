import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startSandbox } from '../start-sandbox.ts';
import type { RunningSandbox } from '../start-sandbox.ts';
import { createClient } from '../testing/test-client.ts';
import { createTestWallet } from '../testing/test-wallet.ts';
import type { Unspent } from '../testing/test-wallet.ts';

let sandbox: RunningSandbox;
let client: ReturnType<typeof createClient>;
const wallet = createTestWallet('hot wallet');

beforeAll(async () => {
  sandbox = await startSandbox();
  client = createClient(sandbox);
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  await client.control('/reset');
});

const result = async (method: string, ...params: unknown[]): Promise<unknown> =>
  (await client.rpc(method, ...params)).body['result'];
const failure = async (method: string, ...params: unknown[]) => (await client.rpc(method, ...params)).body['error'];
const mine = async (blocks = 1) => Number((await client.control('/chains/bitcoin/mine', { blocks }))['height']);
const outside = async () => String((await client.control('/chains/bitcoin/addresses'))['address']);
const balance = (address: string) => client.look(`/chains/bitcoin/addresses/${address}`);
const journal = async () =>
  z.object({ chain_in: z.array(z.unknown()), chain_out: z.array(z.unknown()) }).parse(await client.look('/journal'));

const scan = z.object({ unspents: z.array(z.object({ txid: z.string(), vout: z.number(), amount: z.number() })) });
const block = z.looseObject({ hash: z.string(), tx: z.array(z.unknown()) });

/** Gives the wallet one coin of 1 BTC in a block. */
async function fund(): Promise<Unspent> {
  await client.control('/chains/bitcoin/send', { address: wallet.address, amount: '1' });
  await mine();
  const scanned = await result('scantxoutset', 'start', [`addr(${wallet.address})`]);
  const coin = scan.parse(scanned).unspents.at(-1);
  if (coin === undefined) throw new Error('the faucet sent nothing');
  return { txid: coin.txid, vout: coin.vout, value: BigInt(Math.round(coin.amount * 1e8)) };
}

const million = 1_000_000n;
const hundredMillion = 100_000_000n;
const fee = 1000n;

describe('payout on the chain', () => {
  test('a signed transaction is broadcast, mined, confirmed and journalled', async () => {
    const coin = await fund();
    const to = await outside();
    const signed = wallet.sign({
      from: [coin],
      to: [
        [to, million],
        [wallet.address, hundredMillion - million - fee],
      ],
    });
    expect(await result('testmempoolaccept', [signed.hex])).toMatchObject([
      { txid: signed.txid, allowed: true, fees: { base: 0.00001 } },
    ]);
    expect(await result('sendrawtransaction', signed.hex)).toBe(signed.txid);
    expect(await result('sendrawtransaction', signed.hex)).toBe(signed.txid);
    expect(await result('getrawmempool')).toEqual([signed.txid]);
    expect(await result('getmempoolentry', signed.txid)).toMatchObject({
      vsize: signed.vsize,
      fees: { base: 0.00001 },
      'bip125-replaceable': true,
    });
    const waiting = await result('getrawtransaction', signed.txid, true);
    expect(waiting).toMatchObject({
      txid: signed.txid,
      vin: [{ txid: coin.txid }],
      vout: [{ value: 0.01, n: 0, scriptPubKey: { address: to } }, {}],
    });
    expect(waiting).not.toHaveProperty('confirmations');
    expect(await balance(to)).toMatchObject({ received: '0.01000000', confirmed: '0.00000000' });
    expect((await journal()).chain_out).toMatchObject([
      {
        txid: signed.txid,
        reference: to,
        amount: '0.01000000',
        currency: 'BTC',
        fee: '0.00001000',
        confirmed: false,
        dropped: false,
      },
    ]);

    const height = await mine(2);
    const confirmed = await result('getrawtransaction', signed.txid, true);
    expect(confirmed).toMatchObject({ confirmations: 2, blockhash: await result('getblockhash', height - 1) });
    expect(block.parse(await result('getblock', await result('getblockhash', height - 1), 1)).tx).toContain(
      signed.txid,
    );
    expect(await result('gettxout', signed.txid, 0)).toMatchObject({ value: 0.01, confirmations: 2, coinbase: false });
    expect(await balance(to)).toMatchObject({
      confirmed: '0.01000000',
      transactions: [{ txid: signed.txid, amount: '0.01000000', asset: 'BTC', confirmations: 2 }],
    });
    expect((await journal()).chain_out).toMatchObject([{ confirmed: true, dropped: false }]);
    expect(await failure('sendrawtransaction', signed.hex)).toEqual({
      code: -27,
      message: 'Transaction outputs already in utxo set',
    });
  });

  test('a reorganisation puts it back into the mempool and another block confirms it again', async () => {
    const coin = await fund();
    const to = await outside();
    const signed = wallet.sign({ from: [coin], to: [[to, hundredMillion - fee]] });
    await result('sendrawtransaction', signed.hex);
    const height = await mine();
    const lost = await result('getbestblockhash');
    expect((await client.control('/chains/bitcoin/reorganise', { depth: 1 }))['height']).toBe(height + 1);
    expect(await result('getblockhash', height)).not.toBe(lost);
    expect(await result('getblockheader', lost)).toMatchObject({ confirmations: -1, height });
    expect(await result('getrawmempool')).toEqual([signed.txid]);
    expect(await result('getrawtransaction', signed.txid, true)).not.toHaveProperty('blockhash');
    expect((await journal()).chain_out).toMatchObject([{ confirmed: false, dropped: false }]);
    await mine();
    expect(await result('getrawtransaction', signed.txid, true)).toMatchObject({ confirmations: 1 });
    expect((await journal()).chain_out).toHaveLength(1);
  });

  test('a transaction dropped by a reorganisation is removed, its coin is free, and it can be broadcast again', async () => {
    const coin = await fund();
    const signed = wallet.sign({ from: [coin], to: [[await outside(), hundredMillion - fee]] });
    await result('sendrawtransaction', signed.hex);
    await mine();
    await client.control('/chains/bitcoin/reorganise', { depth: 1, drop: [signed.txid] });
    expect(await failure('getrawtransaction', signed.txid)).toMatchObject({ code: -5 });
    expect((await journal()).chain_out).toMatchObject([{ txid: signed.txid, dropped: true, confirmed: false }]);
    expect(await result('gettxout', coin.txid, coin.vout)).toMatchObject({ value: 1 });
    expect(await result('sendrawtransaction', signed.hex)).toBe(signed.txid);
    await mine();
    expect((await journal()).chain_out).toMatchObject([{ txid: signed.txid, dropped: false, confirmed: true }]);
  });

  test('the twenty-sixth waiting transaction in a row is refused until a block comes', async () => {
    let [coin, value] = [await fund(), hundredMillion];
    const next = () => {
      value -= fee;
      return wallet.sign({ from: [coin], to: [[wallet.address, value]] });
    };
    for (let count = 0; count < 25; count += 1) {
      const signed = next();
      expect(await result('sendrawtransaction', signed.hex)).toBe(signed.txid);
      coin = { txid: signed.txid, vout: 0, value };
    }
    const signed = next();
    expect(await failure('sendrawtransaction', signed.hex)).toEqual({
      code: -26,
      message: 'too-long-mempool-chain, too many unconfirmed ancestors [limit: 25]',
    });
    await mine();
    expect(await result('sendrawtransaction', signed.hex)).toBe(signed.txid);
  });

  test('dropping a parent drops what spends it', async () => {
    const coin = await fund();
    const parent = wallet.sign({ from: [coin], to: [[wallet.address, hundredMillion - fee]] });
    await result('sendrawtransaction', parent.hex);
    const child = wallet.sign({
      from: [{ txid: parent.txid, vout: 0, value: hundredMillion - fee }],
      to: [[await outside(), million]],
      claim: hundredMillion - fee,
    });
    await result('sendrawtransaction', child.hex, 0);
    await mine();
    await client.control('/chains/bitcoin/reorganise', { depth: 1, drop: [parent.txid] });
    expect(await result('getrawmempool')).toEqual([]);
    const parted = { dropped: true, confirmed: false };
    // What returns to its own address shows for its fee.
    expect((await journal()).chain_out).toMatchObject([
      { txid: parent.txid, address: wallet.address, ...parted },
      { txid: child.txid, ...parted },
    ]);
  });
});

describe('what the node refuses', () => {
  test('a signature over other amounts, another key, a missing input and too much money', async () => {
    const coin = await fund();
    const to = await outside();
    const good = { from: [coin], to: [[to, hundredMillion - fee]] as [string, bigint][] };
    const lying = wallet.sign({ ...good, claim: hundredMillion + 1n });
    expect(await failure('sendrawtransaction', lying.hex)).toMatchObject({
      code: -26,
      message: expect.stringContaining('mandatory-script-verify-flag-failed'),
    });
    const thief = createTestWallet('thief').sign(good);
    expect(await failure('sendrawtransaction', thief.hex)).toMatchObject({
      code: -26,
      message: expect.stringContaining('Witness program hash mismatch'),
    });
    const missing = wallet.sign({ ...good, from: [{ ...coin, vout: 7 }] });
    expect(await failure('sendrawtransaction', missing.hex)).toEqual({
      code: -25,
      message: 'bad-txns-inputs-missingorspent',
    });
    const greedy = wallet.sign({ ...good, to: [[to, hundredMillion + 1n]], claim: hundredMillion + 2n });
    expect(await failure('sendrawtransaction', greedy.hex)).toEqual({ code: -26, message: 'bad-txns-in-belowout' });
    const cheap = wallet.sign({ ...good, to: [[to, hundredMillion - 10n]] });
    expect(await failure('sendrawtransaction', cheap.hex)).toMatchObject({
      message: expect.stringMatching(/^min relay fee not met, 10 < \d+$/),
    });
    const dust = wallet.sign({
      ...good,
      to: [
        [to, 200n],
        [to, million],
      ],
    });
    expect(await failure('sendrawtransaction', dust.hex)).toEqual({ code: -26, message: 'dust' });
    const careless = wallet.sign({ ...good, to: [[to, million]] });
    expect(await failure('sendrawtransaction', careless.hex)).toMatchObject({
      code: -25,
      message: expect.stringContaining('Fee exceeds maximum'),
    });
    expect(await result('getrawmempool')).toEqual([]);
    expect((await journal()).chain_out).toEqual([]);
  });

  test('a double spend, unless the first one allows replacement and the second pays more', async () => {
    const coin = await fund();
    const [first, second] = [await outside(), await outside()];
    const pay = (to: string, amount: bigint, sequence?: number) =>
      wallet.sign({ from: [coin], to: [[to, amount]], ...(sequence !== undefined && { sequence }) });
    const original = pay(first, hundredMillion - fee);
    await result('sendrawtransaction', original.hex);
    expect(await failure('sendrawtransaction', pay(second, hundredMillion - fee - 1n).hex)).toEqual({
      code: -26,
      message: expect.stringMatching(
        /^insufficient fee, rejecting replacement [0-9a-f]{64}, not enough additional fees to relay; 1 < /,
      ),
    });
    const replacement = pay(second, hundredMillion - fee * 3n);
    expect(await result('sendrawtransaction', replacement.hex)).toBe(replacement.txid);
    expect(await result('getrawmempool')).toEqual([replacement.txid]);
    expect((await journal()).chain_out).toMatchObject([
      { txid: original.txid, dropped: true },
      { txid: replacement.txid, dropped: false },
    ]);
    await client.control('/chains/bitcoin/drop', { txid: replacement.txid });
    const settled = pay(first, hundredMillion - fee, 0xff_ff_ff_ff);
    await result('sendrawtransaction', settled.hex);
    expect(await failure('sendrawtransaction', replacement.hex)).toEqual({
      code: -26,
      message: 'txn-mempool-conflict',
    });
    await mine();
    expect(await failure('sendrawtransaction', replacement.hex)).toEqual({
      code: -25,
      message: 'bad-txns-inputs-missingorspent',
    });
  });

  test('a replacement pays for all that spends what it replaces, and spends no other coin that waits', async () => {
    const [coin, other] = [await fund(), await fund()];
    const to = await outside();
    const pay = (from: Unspent[], amount: bigint) => wallet.sign({ from, to: [[to, amount]] });
    const original = wallet.sign({ from: [coin], to: [[wallet.address, hundredMillion - fee]] });
    await result('sendrawtransaction', original.hex);
    const change = { txid: original.txid, vout: 0, value: hundredMillion - fee };
    await result('sendrawtransaction', pay([change], change.value - fee * 3n).hex);
    const waiting = wallet.sign({ from: [other], to: [[wallet.address, hundredMillion - fee]] });
    await result('sendrawtransaction', waiting.hex);
    const dear = (paid: bigint) => failure('sendrawtransaction', pay([coin], hundredMillion - paid).hex);
    const why = (text: string) => ({ code: -26, message: expect.stringContaining(text) });
    expect(await dear(fee * 3n)).toEqual(why('insufficient fee, rejecting replacement'));
    expect(await dear(fee * 3n)).toEqual(why(', less fees than conflicting txs; 3000 < 4000'));
    expect(await dear(fee * 4n)).toEqual(why(', not enough additional fees to relay; 0 < '));
    const both = pay([coin, { txid: waiting.txid, vout: 0, value: hundredMillion - fee }], hundredMillion);
    expect(await failure('sendrawtransaction', both.hex)).toEqual(why('replacement-adds-unconfirmed, '));
    const enough = pay([coin], hundredMillion - fee * 5n);
    expect(await result('sendrawtransaction', enough.hex)).toBe(enough.txid);
    expect(await result('getrawmempool')).toEqual([waiting.txid, enough.txid]);
  });

  test('calls it does not know, ids it does not know, and strangers', async () => {
    expect(await client.rpc('stop')).toMatchObject({ status: 404, body: { result: null, error: { code: -32_601 } } });
    expect(await client.rpc('getrawtransaction', 'ab'.repeat(32))).toMatchObject({
      status: 500,
      body: { error: { code: -5 } },
    });
    expect(await failure('getblock', 'ab'.repeat(32))).toEqual({ code: -5, message: 'Block not found' });
    expect(await failure('getblockhash', 1e6)).toEqual({ code: -8, message: 'Block height out of range' });
    expect(await failure('getmempoolentry', 'ab'.repeat(32))).toEqual({
      code: -5,
      message: 'Transaction not in mempool',
    });
    expect(await failure('sendrawtransaction', 'zz')).toMatchObject({ code: -22 });
    expect(await failure('getrawtransaction', 'zz')).toMatchObject({ code: -8 });
    expect(await failure('scantxoutset', 'start', ['addr(nobody)'])).toMatchObject({ code: -5 });
    expect((await fetch(`${sandbox.url}/chains/bitcoin/rpc`, { method: 'POST', body: '{}' })).status).toBe(401);
  });
});

describe('the chain itself', () => {
  test('starts with the genesis block of regtest and links every block to the one before', async () => {
    const genesis = await result('getblockhash', 0);
    expect(genesis).toBe('0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206');
    const height = Number(await result('getblockcount'));
    const tip = block.parse(await result('getblock', await result('getbestblockhash'), 2));
    expect(tip).toMatchObject({
      height,
      confirmations: 1,
      previousblockhash: await result('getblockhash', height - 1),
      tx: [{ vin: [{ coinbase: expect.any(String) }] }],
    });
    expect(await result('getblockchaininfo')).toMatchObject({
      chain: 'regtest',
      blocks: height,
      bestblockhash: tip.hash,
      initialblockdownload: false,
    });
  });

  test('writes amounts with eight decimals and never as an exponent', async () => {
    const coin = await fund();
    const signed = wallet.sign({
      from: [coin],
      to: [
        [await outside(), 546n],
        [wallet.address, hundredMillion - 546n - 300n],
      ],
    });
    await result('sendrawtransaction', signed.hex);
    const answer = await fetch(`${sandbox.url}/chains/bitcoin/rpc`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa('causeway:sandbox')}` },
      body: JSON.stringify([
        { id: 1, method: 'getrawtransaction', params: [signed.txid, true] },
        { id: 2, method: 'estimatesmartfee', params: { conf_target: 6 } },
      ]),
    });
    const text = await answer.text();
    expect(text).toContain('"value":0.00000546,');
    expect(text).toContain('"feerate":0.00005000,');
  });

  test('control sends are real transactions of the faucet, journalled as coming in, and replaceable', async () => {
    const address = await outside();
    const { txid } = await client.control('/chains/bitcoin/send', { address, amount: '0.30000001', tag: 'memo' });
    expect((await journal()).chain_in).toMatchObject([
      { txid, reference: address, amount: '0.30000001', tag: 'memo', confirmed: false },
    ]);
    expect((await journal()).chain_out).toEqual([]);
    const { txid: other } = await client.control('/chains/bitcoin/replace', { txid });
    expect(await result('getrawmempool')).toEqual([other]);
    expect((await journal()).chain_in).toMatchObject([{ txid, dropped: true }]);
    await mine();
    expect(await balance(address)).toMatchObject({ received: '0.00000000', transactions: [] });
  });

  test.each([
    [{ address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', amount: '1' }],
    [{ address: wallet.address, amount: '0' }],
    [{ address: wallet.address, amount: '0.000000001' }],
    [{ address: wallet.address, amount: '1', asset: 'USDT' }],
  ])('refuses the send %j', async (body) => {
    expect((await client.call('POST', '/control/chains/bitcoin/send', body)).status).toBe(400);
  });

  test('many sends in a row without a block, then one block for all', async () => {
    const address = await outside();
    for (let count = 0; count < 120; count += 1)
      await client.control('/chains/bitcoin/send', { address, amount: '0.5' });
    await mine();
    expect(await balance(address)).toMatchObject({ received: '60.00000000', confirmed: '60.00000000' });
  });

  test('the same seed gives the same addresses and transactions', async () => {
    const first = await client.control('/chains/bitcoin/send', { address: wallet.address, amount: '1' });
    const address = await outside();
    await client.control('/reset');
    expect(await client.control('/chains/bitcoin/send', { address: wallet.address, amount: '1' })).toEqual(first);
    expect(await outside()).toBe(address);
  });

  test('shows a transaction on its explorer page', async () => {
    const { txid } = await client.control('/chains/bitcoin/send', { address: wallet.address, amount: '1' });
    const page = await fetch(`${sandbox.url}/chains/bitcoin/tx/${String(txid)}`);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain(wallet.address);
    expect((await fetch(`${sandbox.url}/chains/bitcoin/tx/none`)).status).toBe(404);
  });
});

describe('bitcoin faults', () => {
  test('drop_answer accepts the transaction and cuts the line, and asking again gives its id', async () => {
    const coin = await fund();
    const signed = wallet.sign({ from: [coin], to: [[await outside(), hundredMillion - fee]] });
    await client.control('/faults', { provider: 'bitcoin', fault: 'drop_answer' });
    expect(await result('getblockcount')).toBeGreaterThan(0);
    await expect(client.rpc('sendrawtransaction', signed.hex)).rejects.toThrow('fetch failed');
    expect(await result('getrawmempool')).toEqual([signed.txid]);
    expect(await result('sendrawtransaction', signed.hex)).toBe(signed.txid);
    expect((await journal()).chain_out).toHaveLength(1);
  });

  test('reject refuses the broadcast only, error can be aimed at one method', async () => {
    const coin = await fund();
    const signed = wallet.sign({ from: [coin], to: [[await outside(), hundredMillion - fee]] });
    await client.control('/faults', { provider: 'bitcoin', fault: 'reject' });
    await client.control('/faults', { provider: 'bitcoin', fault: 'error', call: 'getblockcount' });
    expect((await client.rpc('getbestblockhash')).status).toBe(200);
    expect((await client.rpc('getblockcount')).status).toBe(500);
    expect(await failure('sendrawtransaction', signed.hex)).toMatchObject({ code: -26 });
    expect(await result('getrawmempool')).toEqual([]);
    expect(await result('sendrawtransaction', signed.hex)).toBe(signed.txid);
  });
});
