import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { ProviderError } from '../provider-error.ts';
import { createBitcoinCore } from './bitcoin-core.ts';

let answer = '';
let authorization: string | undefined;
/** So many calls are refused, as another process has the node scan. */
let refusals = 0;
const busy = JSON.stringify({ result: null, error: { code: -8, message: 'Scan already in progress' }, id: 'causeway' });
const core = createServer((request, response) => {
  authorization = request.headers.authorization;
  if (refusals > 0) {
    refusals -= 1;
    response.writeHead(500).end(busy);
    return;
  }
  response.writeHead(answer.includes('"code"') ? 500 : 200).end(answer);
});
await new Promise<void>((resolve) => core.listen(0, '127.0.0.1', resolve));
afterAll(() => core.close());
const { port } = core.address() as AddressInfo;
const node = createBitcoinCore({ BITCOIN_RPC_URL: `http://user:pass%21@127.0.0.1:${port}/rpc` }, { scanPauseMs: 1 });

const txid = 'ab'.repeat(32);
const give = (result: string) => void (answer = `{"result":${result},"error":null,"id":"causeway"}`);
const fail = (code: number, message: string) =>
  void (answer = JSON.stringify({ result: null, error: { code, message }, id: 'causeway' }));

async function failure(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  return error instanceof ProviderError ? `${error.kind} ${error.code}` : `no ProviderError: ${String(error)}`;
}

describe('a Bitcoin Core node over JSON-RPC', () => {
  test('is asked with the user and password of its address', async () => {
    give('812');
    expect(await node.getHeight()).toBe(812);
    expect(authorization).toBe(`Basic ${Buffer.from('user:pass!').toString('base64')}`);
  });

  test('reports the state of a transaction, and that it does not know one', async () => {
    give(`{"txid":"${txid}","confirmations":3,"blockhash":"00ff"}`);
    expect(await node.getTransaction(txid)).toEqual({ txid, confirmations: 3, blockHash: '00ff' });
    give(`{"txid":"${txid}"}`);
    expect(await node.getTransaction(txid)).toEqual({ txid, confirmations: 0, blockHash: '' });
    // The index of transactions keeps those of a block that has left the chain; one that waits again has no block.
    give(`{"txid":"${txid}","confirmations":0,"blockhash":"00ff"}`);
    expect(await node.getTransaction(txid)).toBeUndefined();
    fail(-5, 'No such mempool or blockchain transaction.');
    expect(await node.getTransaction(txid)).toBeUndefined();
  });

  test('counts satoshi exactly', async () => {
    give(`{"success":true,"height":10,"unspents":[{"txid":"${txid}","vout":1,"amount":20999999.97690001,"height":9}]}`);
    expect(await node.listOutputs(['bcrt1q'])).toEqual([
      { txid, outputIndex: 1, amount: 2_099_999_997_690_001n, confirmations: 2 },
    ]);
  });

  test('a scan waits while another process has the node scan, for as long as one may take, and no longer', async () => {
    give(`{"success":true,"height":10,"unspents":[]}`);
    refusals = 199;
    expect(await node.listOutputs(['bcrt1q'])).toEqual([]);
    refusals = 100_000;
    expect(await failure(node.listOutputs(['bcrt1q']))).toBe('unknown rpc_-8');
    refusals = 0;
  });

  test('a broadcast of what is in the chain already is a success', async () => {
    fail(-27, 'Transaction outputs already in utxo set');
    await expect(node.broadcast('00')).resolves.toBeUndefined();
  });

  test.each([
    [-25, 'refused conflict'],
    [-26, 'refused rejected'],
    [-28, 'unknown rpc_-28'],
  ])('a broadcast that fails with %i is reported as %s', async (code, expected) => {
    fail(code, 'no');
    expect(await failure(node.broadcast('00'))).toBe(expected);
  });

  test.each([
    [-26, 'min relay fee not met, 100 < 110', 'underpriced'],
    [-26, 'mempool min fee not met, 100 < 2000', 'underpriced'],
    [-26, 'insufficient fee, rejecting replacement ab; new feerate 0.00001 BTC/kvB <= old feerate', 'underpriced'],
    [
      -26,
      'insufficient fee, rejecting replacement ab, less fees than conflicting txs; 0.00001 < 0.00002',
      'underpriced',
    ],
    [
      -26,
      'insufficient fee, rejecting replacement ab, not enough additional fees to relay; 0.00 < 0.01',
      'underpriced',
    ],
    [-26, 'replacement-failed, insufficient feerate: does not improve feerate diagram', 'underpriced'],
    [-26, 'mempool full', 'underpriced'],
    [-26, 'too many potential replacements, rejecting replacement ab; 101 > 100', 'rejected'],
    [-26, 'replacement-adds-unconfirmed, replacement ab adds unconfirmed input, idx 1', 'rejected'],
    [-26, 'txn-mempool-conflict', 'rejected'],
    [-25, 'Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)', 'rejected'],
    [-25, 'bad-txns-inputs-missingorspent', 'conflict'],
  ])('a broadcast refused with %i %s is %s', async (code, message, expected) => {
    fail(code, message);
    expect(await failure(node.broadcast('00'))).toBe(`refused ${expected}`);
  });

  test('fees are rounded up to whole satoshi per byte, and may be unknown', async () => {
    give('{"feerate":0.00001001,"blocks":6}');
    expect(await node.estimateFeeRate(6)).toBe(2n);
    give('{"errors":["Insufficient data or no feerate found"],"blocks":2}');
    expect(await node.estimateFeeRate(6)).toBeUndefined();
  });

  test('an answer that is none is no answer', async () => {
    fail(-28, 'Loading block index');
    expect(await failure(node.getHeight())).toBe('unknown rpc_-28');
    answer = '<html>';
    expect(await failure(node.getTransaction(txid))).toBe('unknown http_200');
    give('"eleven"');
    expect(await failure(node.getHeight())).toBe('unknown answer_malformed');
  });
});
