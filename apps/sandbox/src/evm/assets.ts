import { formatUnits, getContractAddress, parseUnits } from 'viem';
import type { Address } from 'viem';
import { evmKey } from './evm-key.ts';

/** What the sandbox's Ethereum carries: ether, and the tokens by the order in which they are deployed. */
export type EvmAsset = { code: string; name: string; decimals: number; address: Address | undefined };

// Not derived from the seed: the tokens' addresses are the same in every sandbox, so that the product can have them as
// its default.
export const issuer = evmKey('issuer');

const tokens = [
  ['USDT', 'Tether', 6],
  ['USDC', 'USD Coin', 6],
  ['DAI', 'Dai', 18],
  ['LINK', 'Chainlink', 18],
  // No server lists it: for coins that are sent by mistake.
  ['STRAY', 'Stray token', 18],
] as const;

export const evmTokens = tokens.map(([code, name, decimals], index) => ({
  code,
  name,
  decimals,
  address: getContractAddress({ from: issuer.address, nonce: BigInt(index) }),
}));

export const ether: EvmAsset = { code: 'ETH', name: 'Ether', decimals: 18, address: undefined };

export const evmAssets: readonly EvmAsset[] = [ether, ...evmTokens];

export function findAsset(code: string): EvmAsset | undefined {
  return evmAssets.find((asset) => asset.code === code);
}

/** Decimal text as smallest units, or undefined when it is not a positive amount of the asset. */
export function toAssetUnits(text: string, { decimals }: EvmAsset): bigint | undefined {
  const [, fraction = ''] = /^\d{1,20}(?:\.(\d{1,18}))?$/.exec(text) ?? [undefined];
  if (!/^\d{1,20}(?:\.\d{1,18})?$/.test(text) || fraction.length > decimals) return undefined;
  const units = parseUnits(text, decimals);
  return units > 0n ? units : undefined;
}

export function toAssetText(units: bigint, { decimals }: EvmAsset): string {
  return formatUnits(units, decimals);
}
