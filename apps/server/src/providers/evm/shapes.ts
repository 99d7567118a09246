import { getAddress } from 'viem';
import { z } from 'zod';

export const hex = z.templateLiteral(['0x', z.string().regex(/^[0-9a-fA-F]*$/)]);
export const quantity = hex.transform((text) => BigInt(text));
export const height = quantity.transform(Number);
export const address = hex.transform((text) => getAddress(text));

const log = z.object({ address, topics: z.array(hex), data: hex });
export const receipt = z.object({
  status: quantity,
  blockHash: hex,
  blockNumber: height,
  gasUsed: quantity,
  effectiveGasPrice: quantity,
  logs: z.array(log),
});
export const transaction = z.object({
  hash: hex,
  from: address,
  nonce: height,
  to: address.nullable(),
  value: quantity,
  input: hex,
});
export const block = z.object({ hash: hex.nullish(), transactions: z.array(transaction) });
export const logs = z.array(z.object({ transactionHash: hex, topics: z.array(hex) }));
export const feeHistory = z.object({
  baseFeePerGas: z.array(quantity).min(1),
  reward: z.array(z.array(quantity)).optional(),
});

export type EvmLog = z.output<typeof log>;
export type RawTransaction = z.output<typeof transaction>;
