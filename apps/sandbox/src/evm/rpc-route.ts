import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Faults } from '../faults.ts';
import type { Timers } from '../timers.ts';
import { addFaultHooks } from '../web/fault-hooks.ts';
import type { EthereumNetwork } from './ethereum-network.ts';
import { toHex } from './evm-node.ts';

type Options = { network: () => EthereumNetwork | undefined; faults: Faults; timers: Timers };

const hex = z.templateLiteral(['0x', z.string()]);
const id = z.union([z.string(), z.number(), z.null()]).default(null);
const named = z.object({ method: z.string(), params: z.array(z.unknown()).default([]), id });
const sent = z.object({ result: hex });
const isPublic = /^(?:eth|net|web3)_/;
/** Reads that a lagging node answers with the state of some blocks ago. */
const lagging = new Set(['eth_blockNumber', 'eth_getTransactionReceipt']);
const lagBlocks = 5;

/** The Ethereum node's JSON-RPC URL, one call at a time; methods that only a local node has are not there. */
export function ethereumRpcRoute(app: FastifyInstance, { network: find, faults, timers }: Options): void {
  addFaultHooks(app, {
    provider: 'ethereum',
    faults,
    timers,
    callName: (request) => named.safeParse(request.body).data?.method ?? '',
    writes: (call) => call === 'eth_sendRawTransaction',
    reject: (reply, request) => reply.send(failure(request.body, -32_000, 'transaction underpriced')),
  });
  app.post('/rpc', async (request, reply) => {
    reply.type('application/json');
    const network = find();
    if (network === undefined) return reply.code(503).send(failure(request.body, -32_603, 'no node runs here'));
    const call = named.safeParse(request.body);
    if (!call.success) return reply.send(failure(request.body, -32_600, 'Invalid request'));
    const { method, params } = call.data;
    if (method === 'txpool_contentFrom')
      return reply.send({ jsonrpc: '2.0', id: call.data.id, result: await network.node.waitingOf(String(params[0])) });
    if (!isPublic.test(method))
      return reply.send(failure(request.body, -32_601, `the method ${method.slice(0, 60)} does not exist`));
    if (
      lagging.has(method) &&
      faults.take('ethereum', ({ fault, call: only }) => fault === 'lag' && (only ?? method) === method)
    )
      return reply.send({ jsonrpc: '2.0', id: call.data.id, result: await lag(network, method) });
    const answer = await network.node.forward(JSON.stringify(request.body));
    const accepted = sent.safeParse(JSON.parse(answer));
    const raw = hex.safeParse(params[0]);
    if (method === 'eth_sendRawTransaction' && accepted.success && raw.success)
      await network.recordBroadcast(accepted.data.result, raw.data);
    return reply.send(answer);
  });
}

async function lag(network: EthereumNetwork, method: string): Promise<string | null> {
  return method === 'eth_blockNumber' ? toHex(Math.max(0, (await network.node.height()) - lagBlocks)) : null;
}

function failure(body: unknown, code: number, message: string): unknown {
  return { jsonrpc: '2.0', id: named.safeParse(body).data?.id ?? null, error: { code, message } };
}
