import type { FastifyInstance } from 'fastify';
import { getAddress, isAddress } from 'viem';
import type { Address } from 'viem';
import { z } from 'zod';
import { evmAssets, findAsset, toAssetText, toAssetUnits } from '../evm/assets.ts';
import type { EvmAsset } from '../evm/assets.ts';
import { deepest } from '../evm/evm-journal.ts';
import type { EthereumNetwork } from '../evm/ethereum-network.ts';
import { toHex } from '../evm/evm-node.ts';
import { read } from '../web/read.ts';
import { Refusal } from '../web/refusal.ts';

const newAddress = z.object({ contract: z.enum(['accepts', 'refuses']).optional() });
const payment = z.object({
  address: z.string(),
  amount: z.string(),
  asset: z.string().default('ETH'),
  tag: z.string().max(200).optional(),
  /** Ether that a contract passes on: no transaction is to the address itself. */
  by_contract: z.boolean().default(false),
});
const blocks = z.object({ blocks: z.number().int().min(1).max(1000).default(1) });
const reorganisation = z.object({
  depth: z.number().int().min(1).max(deepest),
  drop: z.array(z.string()).default([]),
});
const blocking = z.object({ address: z.string(), asset: z.string(), blocked: z.boolean().default(true) });
const mostGwei = 100_000;

/** Control calls of the Ethereum chain. */
export function ethereumCalls(app: FastifyInstance, network: () => EthereumNetwork | undefined): void {
  const running = (): EthereumNetwork => {
    const found = network();
    if (found !== undefined) return found;
    throw new Refusal(503, 'no_node', 'There is no anvil for this platform; name one with SANDBOX_ANVIL');
  };
  app.post('/send', async (request) => {
    const body = read(payment, request.body);
    const [asset, address] = [readAsset(body.asset), readAddress(body.address)];
    const units = toAssetUnits(body.amount, asset);
    if (units === undefined)
      throw new Refusal(
        400,
        'invalid_request',
        `amount: must be positive text with at most ${asset.decimals} decimals`,
      );
    const { tag = null, by_contract: isByContract } = body;
    return { txid: await running().send({ asset, address, units }, { tag, isByContract }) };
  });
  app.post('/addresses', async (request) => {
    const { contract } = read(newAddress, request.body ?? {});
    return { address: await running().newAddress(contract) };
  });
  app.get('/addresses/:address', async (request) => {
    const address = readAddress(read(z.object({ address: z.string() }), request.params).address);
    const asset = readAsset(read(z.object({ asset: z.string().default('ETH') }), request.query).asset);
    return listReceived(running(), address, asset);
  });
  app.post('/mine', async (request) => ({ height: await running().mine(read(blocks, request.body).blocks) }));
  app.post('/reorganise', async (request) => {
    const body = read(reorganisation, request.body);
    try {
      return { height: await running().reorganise(body.depth, body.drop) };
    } catch (error) {
      throw new Refusal(409, 'not_reorganised', error instanceof Error ? error.message : 'The node refused');
    }
  });
  app.post('/fees', async (request) => {
    const body = read(z.object({ gwei: z.number().int().min(1).max(mostGwei) }), request.body);
    await running().node.call('anvil_setNextBlockBaseFeePerGas', toHex(BigInt(body.gwei) * 10n ** 9n));
    return body;
  });
  app.post('/drop', async (request) => {
    const { txid } = read(z.object({ txid: z.string() }), request.body);
    await running().node.call('anvil_dropTransaction', txid);
    return {};
  });
  app.post('/block-address', async (request) => {
    const body = read(blocking, request.body);
    await running().setBlocked(readAsset(body.asset), readAddress(body.address), body.blocked);
    return body;
  });
}

async function listReceived(network: EthereumNetwork, address: Address, asset: EvmAsset) {
  const height = await network.node.height();
  const transactions = network.payments.received(address, asset).map(({ txid, amount, confirmed, block }) => ({
    txid,
    amount,
    asset: asset.code,
    confirmations: confirmed ? height - (block ?? height) + 1 : 0,
  }));
  const sum = (rows: typeof transactions): string =>
    toAssetText(
      rows.reduce((total, { amount }) => total + (toAssetUnits(amount, asset) ?? 0n), 0n),
      asset,
    );
  return {
    received: sum(transactions),
    confirmed: sum(transactions.filter(({ confirmations }) => confirmations > 0)),
    transactions,
  };
}

function readAsset(code: string): EvmAsset {
  const asset = findAsset(code);
  if (asset !== undefined) return asset;
  throw new Refusal(400, 'invalid_request', `asset: must be one of ${evmAssets.map((known) => known.code).join(', ')}`);
}

function readAddress(text: string): Address {
  if (isAddress(text)) return getAddress(text);
  throw new Refusal(400, 'invalid_request', 'address: is not an Ethereum address');
}
