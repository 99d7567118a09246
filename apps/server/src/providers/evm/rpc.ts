import { z } from 'zod';
import { callProvider } from '../call-provider.ts';
import { ProviderError } from '../provider-error.ts';

export const provider = 'ethereum';
const timeoutMs = 8000;

const answer = z.object({
  result: z.unknown().optional(),
  error: z.object({ code: z.int(), message: z.string() }).optional(),
});

/** A failure that the node reported itself. */
export class EvmFailure extends Error {
  override readonly name = 'EvmFailure';
}

export type EvmCall = <Schema extends z.ZodType>(
  schema: Schema,
  method: string,
  ...params: readonly unknown[]
) => Promise<z.output<Schema>>;

/**
 * Calls of a node by JSON-RPC over HTTP, without a cache: an answer from before a reorganisation is wrong after it.
 *
 * @returns a function that throws EvmFailure or ProviderError
 */
export function createEvmCall(url: string): EvmCall {
  return async (schema, method, ...params) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const headers = { 'content-type': 'application/json' };
    const { status, text } = await callProvider(provider, url, { method: 'POST', headers, body }, timeoutMs);
    const parsed = answer.safeParse(parseJson(text));
    if (!parsed.success) throw new ProviderError(provider, 'unknown', { code: `http_${status}` });
    const { error, result } = parsed.data;
    if (error !== undefined) throw new EvmFailure(error.message);
    if (status >= 500) throw new ProviderError(provider, 'unknown', { code: `http_${status}` });
    const read = schema.safeParse(result ?? null);
    if (read.success) return read.data;
    throw new ProviderError(provider, 'unknown', { code: 'answer_malformed', cause: read.error });
  };
}

/** A failed read is not an answer: it has to be repeated. */
export function toReadError(error: unknown): unknown {
  if (!(error instanceof EvmFailure)) return error;
  return new ProviderError(provider, 'unknown', { code: 'rpc', message: error.message });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
