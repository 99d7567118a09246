import { createServer } from 'node:http';
import { encodeAbiParameters, pad, toEventSelector } from 'viem';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { chooseFees, createEvmNode } from './json-rpc-node.ts';

const answers = new Map<string, unknown>();
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { method } = z.object({ method: z.string() }).parse(JSON.parse(Buffer.concat(chunks).toString()));
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...toAnswer(answers.get(method)) }));
  });
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = z.object({ port: z.number() }).parse(server.address());
afterAll(() => server.close());
beforeEach(() => answers.clear());

const toAnswer = (value: unknown) =>
  value instanceof Error ? { error: { code: -32_000, message: value.message } } : { result: value };
const ours = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const fake = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
const recipient = '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB';
const txid = `0x${'ab'.repeat(32)}`;
const node = createEvmNode({
  ETHEREUM_RPC_URL: `http://127.0.0.1:${port}/`,
  ETHEREUM_TOKENS: [{ code: 'USDT', address: ours.toLowerCase() }],
  ETHEREUM_MAX_FEE_GWEI: 100,
  ETHEREUM_MAX_GAS: 200_000,
});

describe('what a node says of a broadcast', () => {
  test.each([
    ['already known', undefined],
    ['transaction already imported', undefined],
    ['nonce too low: next nonce 5, tx nonce 4', 'conflict'],
    ['replacement transaction underpriced', 'underpriced'],
    ['insufficient funds for gas * price + value', 'short'],
    ['exceeds block gas limit', 'rejected'],
  ])('%s', async (message, code) => {
    answers.set('eth_sendRawTransaction', new Error(message));
    const outcome = await node.broadcast('0x00').catch((error: unknown) => error);
    expect(outcome).toEqual(code === undefined ? undefined : expect.objectContaining({ kind: 'refused', code }));
  });

  test('an answer that is none may have been carried out', async () => {
    answers.set('eth_sendRawTransaction', 5);
    await expect(node.broadcast('0x00')).rejects.toMatchObject({ kind: 'unknown' });
  });
});

describe('how many transactions of an address wait', () => {
  test.each([
    ['those of the next block', { pending: { '5': {} }, queued: {} }, 6],
    ['those behind a missing number', { pending: { '5': {} }, queued: { '9': {}, '10': {} } }, 11],
    ['those of the next block, where the node has no list', new Error('Unsupported method: txpool_contentFrom'), 6],
  ])('%s', async (_which, content, count) => {
    answers.set('eth_getTransactionCount', '0x6');
    answers.set('txpool_contentFrom', content);
    expect(await node.getNonce(ours, 'pending')).toBe(count);
    expect(await node.getNonce(ours)).toBe(6);
  });

  test('a node that fails says nothing', async () => {
    answers.set('eth_getTransactionCount', '0x6');
    answers.set('txpool_contentFrom', new Error('busy'));
    await expect(node.getNonce(ours, 'pending')).rejects.toMatchObject({ kind: 'unknown' });
  });
});

describe('the gas of a transfer', () => {
  const gasOf = (token: string, gas: string | Error) => {
    answers.set('eth_estimateGas', gas);
    return node.estimateGas({ sender: fake, recipient, token, amount: 1n });
  };

  test('ether to an address without a contract takes the standard gas', async () => {
    expect(await gasOf('', '0x5208')).toBe(21_000n);
  });

  test.each(['', ours])('a contract takes what the node says, and room', async (token) => {
    expect(await gasOf(token, '0x9c40')).toBe(52_000n);
  });

  test.each(['', ours])('more than the most, or a revert, is refused', async (token) => {
    await expect(gasOf(token, '0x30d41')).rejects.toMatchObject({ kind: 'refused', code: 'gas' });
    const reverted = new Error('execution reverted');
    await expect(gasOf(token, reverted)).rejects.toMatchObject({ kind: 'refused', code: 'reverted' });
  });
});

describe('what a transaction moved', () => {
  const transfer = (token: string, amount: bigint) => ({
    address: token,
    topics: [toEventSelector('Transfer(address,address,uint256)'), pad(fake), pad(recipient)],
    data: encodeAbiParameters([{ type: 'uint256' }], [amount]),
  });
  const say = (status: string, logs: object[], value = '0x0') => {
    answers.set('eth_getTransactionByHash', { hash: txid, from: ours, nonce: '0x0', to: ours, value, input: '0x' });
    answers.set('eth_blockNumber', '0x10');
    answers.set('eth_getTransactionReceipt', {
      status,
      blockHash: txid,
      blockNumber: '0xe',
      gasUsed: '0x5208',
      effectiveGasPrice: '0x2',
      logs,
    });
  };

  test('is read from the events of the known contracts, placed among the transaction’s own', async () => {
    say('0x1', [transfer(fake, 9n), transfer(ours, 7n), transfer(ours, 0n)]);
    expect(await node.getTransaction(txid)).toMatchObject({
      confirmations: 3,
      fee: 42_000n,
      isFailed: false,
      transfers: [{ place: 1, token: ours, recipient, amount: 7n }],
    });
  });

  test('is nothing when it succeeded without an event, or failed', async () => {
    say('0x1', []);
    expect(await node.getTransaction(txid)).toMatchObject({ transfers: [] });
    say('0x0', [transfer(ours, 7n)], '0x5');
    expect(await node.getTransaction(txid)).toMatchObject({ isFailed: true, transfers: [] });
  });

  test('ether is what the transaction itself carries', async () => {
    say('0x1', [], '0x5');
    expect(await node.getTransaction(txid)).toMatchObject({
      transfers: [{ place: -1, token: '', recipient: ours, amount: 5n }],
    });
  });

  test('an unknown one is undefined; a node that fails says nothing', async () => {
    answers.set('eth_getTransactionByHash', null);
    answers.set('eth_getTransactionReceipt', null);
    expect(await node.getTransaction(txid)).toBeUndefined();
    answers.set('eth_getTransactionReceipt', new Error('busy'));
    await expect(node.getTransaction(txid)).rejects.toMatchObject({ kind: 'unknown' });
  });
});

test('a height without a block is an error: a node that is behind is not a chain without payments', async () => {
  answers.set('eth_getBlockByNumber', null);
  await expect(node.getBlock(7)).rejects.toMatchObject({ kind: 'unknown', code: 'no_block' });
  await expect(node.getHash(7)).rejects.toMatchObject({ kind: 'unknown', code: 'no_block' });
  expect(await node.getBlock('pending')).toEqual({ hash: '', candidates: [], sent: [] });
});

describe('fees', () => {
  const gwei = 1_000_000_000n;
  test.each([
    [
      'room for the base fee to double, and the usual tip',
      [10n * gwei],
      [[3n * gwei], [2n * gwei], [4n * gwei]],
      23n,
      3n,
    ],
    ['at least one gwei of tip', [1n * gwei], [[0n]], 3n, 1n],
    ['never more than the most we pay', [90n * gwei], [[2n * gwei]], 100n, 2n],
  ])('%s', (_name, baseFeePerGas, reward, maxFee, tip) => {
    expect(chooseFees({ baseFeePerGas, reward }, 100n * gwei)).toEqual({
      maxFeePerGas: maxFee * gwei,
      maxPriorityFeePerGas: tip * gwei,
    });
  });
});
