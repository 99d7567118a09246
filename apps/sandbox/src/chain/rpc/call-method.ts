import { z } from 'zod';
import { blockMethods } from './block-methods.ts';
import { coinMethods } from './coin-methods.ts';
import { mempoolMethods } from './mempool-methods.ts';
import type { RpcContext, RpcMethod } from './method.ts';
import { RpcError } from './rpc-error.ts';
import { transactionMethods } from './transaction-methods.ts';

const methods = new Map<string, RpcMethod>(
  Object.entries({ ...blockMethods, ...transactionMethods, ...mempoolMethods, ...coinMethods }),
);

const request = z.object({
  id: z.union([z.string(), z.number(), z.null()]).default(null),
  method: z.string(),
  params: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]).default([]),
});

export type RpcAnswer = {
  status: number;
  body: { result: unknown; error: { code: number; message: string } | null; id: string | number | null };
};

/** Runs one JSON-RPC 1.0 request; the status is the one Bitcoin Core gives. */
export function callMethod(context: RpcContext, input: unknown): RpcAnswer {
  const parsed = request.safeParse(input);
  if (!parsed.success) return failure(null, 400, -32_600, 'Invalid Request object');
  const { id, method: name, params } = parsed.data;
  const method = methods.get(name);
  if (method === undefined) return failure(id, 404, -32_601, 'Method not found');
  try {
    const list = Array.isArray(params) ? params : method.params.map((key) => params[key]);
    return { status: 200, body: { result: method.run(context, list), error: null, id } };
  } catch (error) {
    if (error instanceof RpcError) return failure(id, 500, error.code, error.message);
    throw error;
  }
}

function failure(id: string | number | null, status: number, code: number, message: string): RpcAnswer {
  return { status, body: { result: null, error: { code, message }, id } };
}
