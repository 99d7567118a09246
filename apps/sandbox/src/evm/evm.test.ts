import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeFunctionData, erc20Abi, parseEther } from 'viem';
import type { Address, Hex } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startSandbox } from '../start-sandbox.ts';
import type { RunningSandbox } from '../start-sandbox.ts';
import { createClient } from '../testing/test-client.ts';
import { evmTokens } from './assets.ts';
import { evmKey } from './evm-key.ts';
import { evmChainId } from './start-anvil.ts';

const wallet = evmKey('test wallet');
const gwei = 1_000_000_000n;
let sandbox: RunningSandbox;
let client: ReturnType<typeof createClient>;

beforeAll(async () => {
  sandbox = await startSandbox();
  client = createClient(sandbox);
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  await client.control('/reset');
});

const rpc = async (method: string, ...params: unknown[]) =>
  (await client.call('POST', '/chains/ethereum/rpc', { jsonrpc: '2.0', id: 1, method, params })).body;
const result = async (method: string, ...params: unknown[]) => (await rpc(method, ...params))['result'];
const mine = (blocks = 1) => client.control('/chains/ethereum/mine', { blocks });
const send = (payment: object) => client.control('/chains/ethereum/send', payment);
const outside = async () => String((await client.control('/chains/ethereum/addresses'))['address']);
const received = (address: string, asset = 'ETH') =>
  client.look(`/chains/ethereum/addresses/${address}?asset=${asset}`);
const row = z.looseObject({ txid: z.string() });
const journal = async () =>
  z.object({ chain_in: z.array(row), chain_out: z.array(row) }).parse(await client.look('/journal'));
const tokenOf = (code: string): Address => evmTokens.find((token) => token.code === code)?.address ?? '0x';

async function sign(call: { to: Address; value?: bigint; data?: Hex; nonce?: number; price?: bigint }): Promise<Hex> {
  const { nonce = 0, price = 20n * gwei, value = 0n, ...rest } = call;
  const fees = { maxFeePerGas: price, maxPriorityFeePerGas: price, gas: 100_000n };
  return wallet.signTransaction({ type: 'eip1559', chainId: evmChainId, nonce, value, ...fees, ...rest });
}

function tokens(code: string, to: Address, units: bigint): { to: Address; data: Hex } {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, units] });
  return { to: tokenOf(code), data };
}

async function fund(): Promise<void> {
  await send({ address: wallet.address, amount: '2' });
  await send({ address: wallet.address, amount: '1000.5', asset: 'USDT' });
  await mine();
}

describe('the faucet', () => {
  test.each(['ETH', 'USDT', 'USDC', 'DAI', 'LINK'])('pays %s, waiting first and then in a block', async (asset) => {
    const address = await outside();
    const { txid } = await send({ address, amount: '12.5', asset });
    expect(await received(address, asset)).toMatchObject({ received: '12.5', confirmed: '0' });
    await mine(2);
    expect(await received(address, asset)).toEqual({
      received: '12.5',
      confirmed: '12.5',
      transactions: [{ txid, amount: '12.5', asset, confirmations: 2 }],
    });
    expect((await journal()).chain_in).toMatchObject([
      { txid, chain: 'ethereum', address, amount: '12.5', currency: asset, confirmed: true, dropped: false },
    ]);
  });

  test('refuses what is no address, asset or amount', async () => {
    const address = await outside();
    for (const wrong of [
      { address: 'bcrt1q', amount: '1' },
      { address, amount: '1', asset: 'BTC' },
      { address, amount: '0.0000001', asset: 'USDT' },
      { address, amount: '-1' },
    ])
      expect(await send(wrong)).toMatchObject({ error: { code: 'invalid_request' } });
  });
});

describe('the node', () => {
  test('takes signed transfers and journals them with what they cost', async () => {
    await fund();
    const to = await outside();
    const ether = await result('eth_sendRawTransaction', await sign({ to: to as Address, value: parseEther('0.5') }));
    const raw = await sign({ ...tokens('USDT', to as Address, 250_000_000n), nonce: 1 });
    const token = await result('eth_sendRawTransaction', raw);
    await mine();
    expect(await received(to)).toMatchObject({ confirmed: '0.5' });
    expect(await received(to, 'USDT')).toMatchObject({ confirmed: '250' });
    expect((await journal()).chain_out).toMatchObject([
      { txid: ether, address: to, amount: '0.5', currency: 'ETH', fee: '0.00042', fee_currency: 'ETH' },
      { txid: token, address: to, amount: '250', currency: 'USDT', fee_currency: 'ETH', confirmed: true },
    ]);
  });

  test('has only what a real node has', async () => {
    expect(await rpc('anvil_setBalance', wallet.address, '0x1')).toMatchObject({ error: { code: -32_601 } });
    expect(await result('eth_chainId')).toBe('0x67932');
  });

  test('a transfer of a blocked address is in a block, failed, and moved nothing', async () => {
    await fund();
    const to = await outside();
    await client.control('/chains/ethereum/block-address', { asset: 'USDT', address: to });
    await result('eth_sendRawTransaction', await sign(tokens('USDT', to as Address, 1n)));
    await mine();
    expect((await journal()).chain_out).toMatchObject([{ failed: true, confirmed: true }]);
    expect(await received(to, 'USDT')).toMatchObject({ received: '0' });
  });

  test('of two transactions with one number the dearer one counts', async () => {
    await fund();
    const to = await outside();
    const cheap = await result('eth_sendRawTransaction', await sign({ to: to as Address, value: 1n }));
    const dear = await result(
      'eth_sendRawTransaction',
      await sign({ to: to as Address, value: 1n, price: 40n * gwei }),
    );
    await mine();
    expect((await journal()).chain_out).toMatchObject([
      { txid: cheap, replaced: true, dropped: true },
      { txid: dear, replaced: false, confirmed: true },
    ]);
  });

  test('has an explorer', async () => {
    const address = await outside();
    const { txid } = await send({ address, amount: '3' });
    await mine();
    const page = await (await fetch(`${sandbox.url}/chains/ethereum/tx/${String(txid)}`)).text();
    expect(page).toContain('SANDBOX');
    expect(page).toContain('1 confirmation.');
    expect(page).toContain(address);
    expect((await fetch(`${sandbox.url}/chains/ethereum/tx/0x00`)).status).toBe(404);
  });
});

describe('a reorganisation', () => {
  test('makes the chain longer by one, and its transactions wait again except dropped ones', async () => {
    const address = await outside();
    const { txid: kept } = await send({ address, amount: '1' });
    const { txid: gone } = await send({ address, amount: '2' });
    await mine(2);
    const before = await result('eth_blockNumber');
    const old = await result('eth_getBlockByNumber', before, false);
    await client.control('/chains/ethereum/reorganise', { depth: 2, drop: [gone] });
    expect(Number(await result('eth_blockNumber'))).toBe(Number(before) + 1);
    expect(await result('eth_getBlockByNumber', before, false)).not.toEqual(old);
    expect(await received(address)).toMatchObject({ received: '1', confirmed: '0' });
    expect((await journal()).chain_in).toMatchObject([
      { txid: kept, confirmed: false, dropped: false },
      { txid: gone, confirmed: false, dropped: true },
    ]);
    await mine();
    expect(await received(address)).toMatchObject({ confirmed: '1' });
  });

  test('what is paid again after a drop is another transaction', async () => {
    const address = await outside();
    // After empty blocks the price of gas is the least there is, before and after.
    await mine(250);
    const { txid: gone } = await send({ address, amount: '2' });
    await mine();
    await client.control('/chains/ethereum/reorganise', { depth: 1, drop: [gone] });
    const { txid: again } = await send({ address, amount: '2' });
    await mine();
    expect(again).not.toBe(gone);
    expect(await received(address)).toMatchObject({ received: '2', transactions: [{ txid: again }] });
  });
});

describe('faults', () => {
  const fault = (kind: string, call?: string) => client.control('/faults', { provider: 'ethereum', fault: kind, call });

  test('drop_answer takes the transaction and says nothing', async () => {
    await fund();
    await fault('drop_answer');
    await expect(rpc('eth_sendRawTransaction', await sign({ to: wallet.address, value: 1n }))).rejects.toThrow();
    expect((await journal()).chain_out).toHaveLength(1);
  });

  test('reject and stop take nothing', async () => {
    await fund();
    const raw = await sign({ to: wallet.address, value: 1n });
    await fault('reject');
    expect(await rpc('eth_sendRawTransaction', raw)).toMatchObject({ error: { message: 'transaction underpriced' } });
    await fault('stop');
    await expect(rpc('eth_sendRawTransaction', raw)).rejects.toThrow();
    expect((await journal()).chain_out).toEqual([]);
  });

  test('lag answers with a height of some blocks ago', async () => {
    await mine(8);
    const height = Number(await result('eth_blockNumber'));
    await fault('lag');
    expect(Number(await result('eth_blockNumber'))).toBe(height - 5);
    expect(Number(await result('eth_blockNumber'))).toBe(height);
  });
});

describe('the process', () => {
  test('goes on with its chain after a restart', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sandbox-evm-'));
    const stateFile = join(folder, 'state.json');
    const first = await startSandbox({ stateFile });
    client = createClient(first);
    const address = await outside();
    await send({ address, amount: '7', asset: 'DAI' });
    await mine(3);
    await send({ address, amount: '1', asset: 'DAI' });
    const height = await result('eth_blockNumber');
    await first.close();
    const second = await startSandbox({ stateFile });
    client = createClient(second);
    expect(await result('eth_blockNumber')).toBe(height);
    expect(await outside()).not.toBe(address);
    await mine();
    expect(await received(address, 'DAI')).toMatchObject({ confirmed: '8' });
    await second.close();
    client = createClient(sandbox);
    rmSync(folder, { recursive: true });
  });

  test('leaves no node behind, not even when it is killed', async () => {
    const main = new URL('../main.ts', import.meta.url).pathname;
    const child = spawn(process.execPath, ['--conditions=source', main], {
      env: { ...process.env, SANDBOX_PORT: '0', SANDBOX_SMTP_PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise((resolve) => child.stdout.once('data', resolve));
    const nodes = nodesOf(child.pid ?? 0);
    expect(nodes).toHaveLength(1);
    child.kill('SIGKILL');
    await expect.poll(() => nodes.filter(isAlive), { timeout: 5000 }).toEqual([]);
  });
});

/** Process ids of the nodes that descend from a process. */
function nodesOf(ancestor: number): number[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const parents = new Map(all.map((name) => [Number(name), parentOf(name)]));
  const descends = (id: number): boolean => id === ancestor || (id > 1 && descends(parents.get(id) ?? 0));
  return [...parents.keys()].filter((id) => descends(id) && commandOf(id).includes('anvil\0'));
}

function parentOf(id: string): number {
  try {
    return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${id}/stat`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

function commandOf(id: number): string {
  try {
    const [program = ''] = readFileSync(`/proc/${id}/cmdline`, 'utf8').split('\0');
    return `${program}\0`;
  } catch {
    return '';
  }
}

function isAlive(id: number): boolean {
  return commandOf(id) !== '';
}
