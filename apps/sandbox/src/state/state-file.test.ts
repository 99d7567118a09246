import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startSandbox } from '../start-sandbox.ts';
import { createClient, listenForWebhooks } from '../testing/test-client.ts';
import { createTestWallet } from '../testing/test-wallet.ts';

let folder: string;
let stateFile: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-state-'));
  stateFile = join(folder, 'deep', 'state.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

const payment = { reference: 'kept', amount: '5.00', currency: 'EUR', return_url: 'http://localhost/' };

describe('state kept between two starts', () => {
  test('payments, their answers, the chain, the mempool, the inbox and the journal are as they were', async () => {
    const wallet = createTestWallet('keeper');
    const first = await startSandbox({ stateFile });
    const before = createClient(first);
    const { body: created } = await before.acquirer('POST', '/payments', payment, 'kept');
    await before.control(`/acquirer/payments/${String(created['id'])}`, { outcome: 'approved', notify: 0 });
    const { txid: confirmed } = await before.control('/chains/bitcoin/send', { address: wallet.address, amount: '1' });
    await before.control('/chains/bitcoin/mine', { blocks: 2 });
    await before.control('/chains/bitcoin/reorganise', { depth: 1 });
    const { txid: waiting } = await before.control('/chains/bitcoin/send', { address: wallet.address, amount: '2' });
    const address = (await before.control('/chains/bitcoin/addresses'))['address'];
    const tip = (await before.rpc('getbestblockhash')).body;
    const journal = await before.look('/journal');
    await first.close();

    const second = await startSandbox({ stateFile });
    const after = createClient(second);
    expect((await after.rpc('getbestblockhash')).body).toEqual(tip);
    expect((await after.rpc('getrawtransaction', confirmed, true)).body['result']).toMatchObject({ confirmations: 3 });
    expect((await after.rpc('getrawmempool')).body['result']).toEqual([waiting]);
    expect(await after.look('/journal')).toEqual(journal);
    expect((await after.control('/chains/bitcoin/addresses'))['address']).not.toBe(address);
    expect((await after.acquirer('POST', '/payments', payment, 'kept')).body).toEqual(created);
    expect((await after.acquirer('GET', `/payments/${String(created['id'])}`)).body['status']).toBe('approved');
    await after.control('/chains/bitcoin/send', { address: wallet.address, amount: '3' });
    await after.control('/chains/bitcoin/mine');
    expect(await after.look(`/chains/bitcoin/addresses/${wallet.address}`)).toMatchObject({ confirmed: '6.00000000' });
    await second.close();
  });

  test('an unanswered webhook continues after the restart, a lost one stays lost', async () => {
    const first = await startSandbox({ stateFile, productUrl: 'http://127.0.0.1:9' });
    const before = createClient(first);
    for (const notify of [0, 1]) {
      const { body } = await before.acquirer('POST', '/payments', payment);
      await before.control(`/acquirer/payments/${String(body['id'])}`, { outcome: 'approved', notify });
    }
    await first.close();
    const product = await listenForWebhooks();
    const second = await startSandbox({ stateFile, productUrl: product.url });
    await expect.poll(() => product.heard.length).toBe(1);
    const { webhooks } = await createClient(second).look('/acquirer/webhooks');
    expect(webhooks).toMatchObject([{ state: 'lost' }, { state: 'delivered' }]);
    await second.close();
    await product.close();
  });

  test('an open payment that ran out meanwhile is expired at once', async () => {
    const first = await startSandbox({ stateFile });
    const expires_at = Math.floor(Date.now() / 1000) + 3;
    const { body } = await createClient(first).acquirer('POST', '/payments', { ...payment, expires_at });
    await first.close();
    await new Promise((resolve) => setTimeout(resolve, 3100));
    const second = await startSandbox({ stateFile });
    const status = async () =>
      (await createClient(second).acquirer('GET', `/payments/${String(body['id'])}`)).body['status'];
    await expect.poll(status).toBe('expired');
    await second.close();
  });

  test('is written while running; a broken file or another seed starts afresh', async () => {
    const first = await startSandbox({ stateFile });
    await createClient(first).control('/chains/bitcoin/mine', { blocks: 5 });
    const height = async () => {
      // Uses a copy: the other one saves its state when it ends, over what the first has saved meanwhile.
      const copy = join(folder, 'copy.json');
      rmSync(copy, { force: true });
      if (existsSync(stateFile)) cpSync(stateFile, copy);
      const other = await startSandbox({ stateFile: copy });
      const { body } = await createClient(other).rpc('getblockcount');
      await other.close();
      return body['result'];
    };
    await expect.poll(height, { timeout: 15_000, interval: 500 }).toBe(205);
    await first.close();
    const foreign = await startSandbox({ stateFile, seed: 'another' });
    expect((await createClient(foreign).rpc('getblockcount')).body['result']).toBe(200);
    await foreign.close();
    writeFileSync(stateFile, '{');
    expect(await height()).toBe(200);
  });
});
