import { hexToBytes } from '@noble/hashes/utils.js';
import { OutScript, Transaction, p2wpkh } from '@scure/btc-signer';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { expect, test } from 'vitest';
import { bitcoinNetworks, checkAddress } from '../../providers/bitcoin/networks.ts';
import { bitcoinCall } from '../chain-payins/fixtures/bitcoin-call.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { listTaken } from './bitcoin-spends.ts';

const { context, sandbox } = await openOrderWorld();
const { bitcoin } = context.providers;
const key = new Uint8Array(32).fill(9);
const network = bitcoinNetworks[context.config.BITCOIN_NETWORK];
const own = p2wpkh(secp256k1.getPublicKey(key), network);

type Coin = { txid: string; outputIndex: number; amount: bigint };
type Output = { script: Uint8Array; amount: bigint };

async function spend({ txid, outputIndex, amount }: Coin, outputs: readonly Output[]): Promise<string> {
  const made = new Transaction({ allowUnknownOutputs: true });
  made.addInput({ txid, index: outputIndex, witnessUtxo: { script: own.script, amount } });
  for (const output of outputs) made.addOutput(output);
  made.signIdx(key, 0);
  made.finalize();
  const id = await bitcoinCall(context, 'sendrawtransaction', [made.hex]);
  await sandbox.mine('bitcoin', 1);
  return id;
}

test('an output behind one that pays no address is itself, and not the one after it', async () => {
  const outside = checkAddress(await sandbox.outsideAddress('bitcoin'), context.config.BITCOIN_NETWORK);
  if (!outside.isValid) throw new Error('The address outside is not valid.');
  const first = await sandbox.send('bitcoin', { address: own.address ?? '', amount: '0.01' });
  await sandbox.mine('bitcoin', 1);
  const paid = (await bitcoin.listOutputs([own.address ?? ''])).find(({ txid }) => txid === first);
  if (paid === undefined) throw new Error('The sandbox has paid nothing.');
  const nothing = OutScript.encode({ type: 'unknown', script: hexToBytes('6a0101') });
  const txid = await spend(paid, [
    { script: nothing, amount: 0n },
    { script: outside.script, amount: 400_000n },
    { script: own.script, amount: 500_000n },
  ]);
  const [coin, change] = [1, 2].map((outputIndex) => ({ txid, outputIndex }));
  if (coin === undefined || change === undefined) throw new Error('There are two.');
  await spend({ ...change, amount: 500_000n }, [{ script: own.script, amount: 490_000n }]);
  // The one to the address outside is there still.
  expect(await listTaken(context, [coin])).toEqual([]);
  expect(await listTaken(context, [change])).toEqual([change]);
});
