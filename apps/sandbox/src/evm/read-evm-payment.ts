import { type EvmAsset, evmTokens, ether } from './assets.ts';
import { type Hex, parseTransaction, recoverTransactionAddress, getAddress, decodeFunctionData, erc20Abi } from 'viem';

/** A payment as it is journalled: the asset, its receiver, and the amount. */
export type EvmPayment = { asset: EvmAsset; address: string; units: bigint };

export async function readTransaction(raw: Hex): Promise<{ payment: EvmPayment; sender: string; nonce: number }> {
  const transaction = parseTransaction(raw);
  const sender = isTyped(raw) ? await recoverTransactionAddress({ serializedTransaction: raw }) : raw;
  return { payment: readPayment(transaction), sender, nonce: transaction.nonce ?? 0 };
}

/** A typed transaction names its type; the legacy kind does not, and is never sent here. */
function isTyped(raw: Hex): raw is `0x02${string}` {
  return raw.startsWith('0x02');
}

export function readPayment({
  to,
  data,
  value,
}: {
  to?: Hex | null | undefined;
  data?: Hex | undefined;
  value?: bigint | undefined;
}): EvmPayment {
  const token = evmTokens.find(({ address }) => address === (to && getAddress(to)));
  const plain = { asset: ether, address: to ? getAddress(to) : '', units: value ?? 0n };
  if (token === undefined || data === undefined) return plain;
  try {
    const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data });
    if (functionName === 'transfer') return { asset: token, address: args[0], units: args[1] };
  } catch {
    // Any other call of the contract is not a payment.
  }
  return plain;
}
