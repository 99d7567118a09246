import { z } from 'zod';
import type { Bitcoin } from '../bitcoin.ts';
import type { ChainTransaction } from '../transaction.ts';
import { RpcError } from './rpc-error.ts';

export type RpcContext = {
  bitcoin: Bitcoin;
  /** Called for each transaction that sendrawtransaction newly accepted. */
  onBroadcast: (transaction: ChainTransaction, fee: bigint) => void;
};

/** One RPC method: named parameters in order, and the work. */
export type RpcMethod = { params: readonly string[]; run: (context: RpcContext, params: unknown[]) => unknown };

const wrongType = -3;

/** Reads one parameter or answers Bitcoin Core's type error. */
export function readParam<T>(schema: z.ZodType<T>, params: unknown[], index: number): T {
  const parsed = schema.safeParse(params[index] ?? undefined);
  if (!parsed.success)
    throw new RpcError(wrongType, `Wrong type passed: position ${index + 1}: ${parsed.error.issues[0]?.message ?? ''}`);
  return parsed.data;
}

/** A 32-byte id in hex. */
export function readHash(params: unknown[], index: number, name: string): string {
  const text = readParam(z.string(), params, index);
  if (!/^[0-9a-fA-F]*$/.test(text))
    throw new RpcError(-8, `${name} must be hexadecimal string (not '${text.slice(0, 80)}')`);
  if (text.length !== 64)
    throw new RpcError(-8, `${name} must be of length 64 (not ${text.length}, for '${text.slice(0, 80)}')`);
  return text.toLowerCase();
}

export function readVerbosity(params: unknown[], index: number, fallback: number): number {
  const value = readParam(z.union([z.boolean(), z.number().int()]).optional(), params, index);
  return value === undefined ? fallback : Number(value);
}
