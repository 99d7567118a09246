import type { EvmTransfer } from '../../../parts/deposit/address-card.tsx';

/** What a wallet is asked to sign, as `eth_sendTransaction` takes it. */
export interface EvmTransaction {
  to: string;
  /** Of the chain's own coin, in smallest units. */
  value: string;
  data: string;
}

/** `transfer(address,uint256)` of ERC-20. */
const transferCall = '0xa9059cbb';
const most = 2n ** 256n;

/**
 * The one transaction that pays a deposit: the same address and amount as its link has (EIP-681).
 *
 * @throws Error for no amount, and for what is no address
 */
export function buildTransaction({ token, address, units }: EvmTransfer): EvmTransaction {
  if (units <= 0n || units >= most) throw new Error('A transaction has an amount.');
  for (const one of token === '' ? [address] : [address, token])
    if (!/^0x[0-9a-f]{40}$/i.test(one) || /^0x0+$/.test(one)) throw new Error(`${one} is no address.`);
  if (token === '') return { to: address, value: toHex(units), data: '0x' };
  const data = `${transferCall}${toWord(address.slice(2).toLowerCase())}${toWord(units.toString(16))}`;
  return { to: token, value: '0x0', data };
}

/** As JSON-RPC writes a number. */
export function toHex(value: number | bigint): string {
  return `0x${value.toString(16)}`;
}

/** 32 bytes, as the calls of contracts have them. */
function toWord(digits: string): string {
  return digits.padStart(64, '0');
}
