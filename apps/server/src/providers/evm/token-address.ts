import { getAddress } from 'viem';
import type { Config } from '../../config/config.ts';

type Tokens = Pick<Config, 'ETHEREUM_TOKENS'>;

/** What ether itself is called. */
export const etherCode = 'ETH';

/**
 * Contract of a currency, in its usual form; empty for ether.
 *
 * @throws Error for a currency that the chain does not carry
 */
export function tokenAddress({ ETHEREUM_TOKENS }: Tokens, currency: string): string {
  if (currency === etherCode) return '';
  const token = ETHEREUM_TOKENS.find(({ code }) => code === currency);
  if (token === undefined) throw new Error(`Ethereum carries no ${currency} here: ETHEREUM_TOKENS does not name it.`);
  return getAddress(token.address);
}

/** Currency of a contract, or `undefined` for a contract that is not supported. */
export function tokenCurrency({ ETHEREUM_TOKENS }: Tokens, token: string): string | undefined {
  if (token === '') return etherCode;
  return ETHEREUM_TOKENS.find(({ address }) => getAddress(address) === token)?.code;
}

/** Every supported currency of the chain. */
export function listEvmCurrencies({ ETHEREUM_TOKENS }: Tokens): string[] {
  return [etherCode, ...ETHEREUM_TOKENS.map(({ code }) => code)];
}
