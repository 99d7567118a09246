import { sumReceived } from '../chain/sum-received.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { toCoins, toSatoshi } from '../chain/coins.ts';
import { scriptOf } from '../chain/network.ts';
import type { World } from '../world.ts';
import { read } from '../web/read.ts';
import { Refusal } from '../web/refusal.ts';

const payment = z.object({
  address: z.string(),
  amount: z.string(),
  asset: z.string().default('BTC'),
  tag: z.string().max(200).optional(),
});
const blocks = z.object({ blocks: z.number().int().min(1).max(1000).default(1) });
const txid = z.object({ txid: z.string().regex(/^[0-9a-f]{64}$/) });
const reorganisation = z.object({ depth: z.number().int().min(1).max(100), drop: z.array(z.string()).default([]) });
const mostFee = 100_000;

/** Control calls of the Bitcoin chain, and the refusal of chains that do not run here. */
export function chainCalls(app: FastifyInstance, world: World): void {
  app.addHook('preHandler', async (request) => {
    const { chain } = read(z.object({ chain: z.string() }), request.params);
    if (chain !== 'bitcoin')
      throw new Refusal(
        404,
        'unknown_chain',
        `The sandbox runs no chain named ${chain.slice(0, 40)}; it runs: bitcoin, ethereum`,
      );
  });

  app.post('/send', async (request) => {
    const body = read(payment, request.body);
    if (body.asset !== 'BTC') throw new Refusal(400, 'invalid_request', 'asset: bitcoin carries BTC only');
    const script = scriptOf(body.address);
    if (script === undefined) throw new Refusal(400, 'invalid_request', 'address: is not a regtest address');
    const value = toSatoshi(body.amount);
    if (value === undefined)
      throw new Refusal(400, 'invalid_request', 'amount: must be positive decimal text with at most 8 decimals');
    const sent = world.bitcoin.send(body.address, script, value, body.tag ?? null);
    if (sent === undefined) throw new Refusal(409, 'not_sent', 'The amount is dust or more than the faucet holds');
    return { txid: sent.txid };
  });
  app.post('/addresses', async () => ({ address: world.bitcoin.newAddress() }));
  app.get('/addresses/:address', async (request) => {
    const { address } = read(z.object({ address: z.string() }), request.params);
    const totals = sumReceived(world.bitcoin.node, address);
    return {
      received: toCoins(totals.received),
      confirmed: toCoins(totals.confirmed),
      transactions: totals.transactions.map((entry) => ({ ...entry, amount: toCoins(entry.amount), asset: 'BTC' })),
    };
  });
  app.post('/mine', async (request) => ({ height: world.bitcoin.node.mine(read(blocks, request.body).blocks) }));
  app.post('/reorganise', async (request) => {
    const body = read(reorganisation, request.body);
    return { height: world.bitcoin.node.reorganise(body.depth, body.drop) };
  });
  app.post('/drop', async (request) => {
    const body = read(txid, request.body);
    if (world.bitcoin.node.mempool.get(body.txid) === undefined)
      throw new Refusal(404, 'not_found', 'Not in the mempool');
    world.bitcoin.node.drop(body.txid);
    return {};
  });
  app.post('/replace', async (request) => {
    const replaced = world.bitcoin.faucet.replace(read(txid, request.body).txid);
    if (replaced === undefined) throw new Refusal(404, 'not_found', 'Not a waiting payment of the sandbox');
    return { txid: replaced.txid };
  });
  app.post('/fees', async (request) => {
    const body = read(z.object({ sat_per_vbyte: z.number().int().min(1).max(mostFee) }), request.body);
    world.bitcoin.node.feeRate = BigInt(body.sat_per_vbyte);
    return body;
  });
}
