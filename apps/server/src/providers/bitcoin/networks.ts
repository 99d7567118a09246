/** Address parameters of a Bitcoin network, as Bitcoin Core has them. */
export interface BitcoinNetwork {
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
