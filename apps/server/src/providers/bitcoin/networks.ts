import { Address, OutScript } from '@scure/btc-signer';

/** Address parameters of a Bitcoin network, as Bitcoin Core has them. */
interface BitcoinNetwork {
  bech32: string;
  pubKeyHash: number;
  scriptHash: number;
  wif: number;
}

export type BitcoinNetworkName = 'mainnet' | 'testnet' | 'regtest';

export const bitcoinNetworks: Readonly<Record<BitcoinNetworkName, BitcoinNetwork>> = {
  mainnet: { bech32: 'bc', pubKeyHash: 0x00, scriptHash: 0x05, wif: 0x80 },
  testnet: { bech32: 'tb', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef },
  regtest: { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef },
};

type AddressCheck =
  | { isValid: true; address: string; script: Uint8Array }
  | { isValid: false; reason: 'malformed' | 'checksum' | 'other_network' };

const base58 = /^[1-9A-HJ-NP-Za-km-z]{25,36}$/;
const bech32 = /^(?:[a-z]{1,20}1[02-9ac-hj-np-z]{6,83}|[A-Z]{1,20}1[02-9AC-HJ-NP-Z]{6,83})$/;

/**
 * Checks a Bitcoin address by its checksum and network: bech32, bech32m and base58. An address of another network is
 * distinguished from a mistyped one.
 */
export function checkAddress(text: string, network: BitcoinNetworkName): AddressCheck {
  const script = decode(text, network);
  // Bech32 may be written in upper case; it is stored in lower case.
  if (script !== undefined) return { isValid: true, address: bech32.test(text) ? text.toLowerCase() : text, script };
  const others = Object.keys(bitcoinNetworks).filter(isNetwork);
  if (others.some((other) => decode(text, other) !== undefined)) return { isValid: false, reason: 'other_network' };
  return { isValid: false, reason: base58.test(text) || bech32.test(text) ? 'checksum' : 'malformed' };
}

function decode(text: string, network: BitcoinNetworkName): Uint8Array | undefined {
  try {
    return OutScript.encode(Address(bitcoinNetworks[network]).decode(bech32.test(text) ? text.toLowerCase() : text));
  } catch {
    return undefined;
  }
}

function isNetwork(name: string): name is BitcoinNetworkName {
  return name in bitcoinNetworks;
}
