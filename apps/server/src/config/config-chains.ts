import { HDKey } from '@scure/bip32';
import { z } from 'zod';

const url = z.url({ protocol: /^https?$/ });
const key = z.string().regex(/^[0-9a-f]{64}$/, 'Must be 64 hexadecimal digits.');
const confirmations = z.coerce.number().int().max(1000);
const addressMinutes = z.coerce.number().int().min(0).max(525_600);
const link = z.string().includes('{txid}');
const isExtendedKey = (kind: 'public' | 'private') => (text: string) => {
  try {
    return (HDKey.fromExtendedKey(text).privateKey !== null) === (kind === 'private');
  } catch {
    return false;
  }
};
const publicKey = z.string().refine(isExtendedKey('public'), 'Must be an extended public key (xpub…).');
const privateKey = z.string().refine(isExtendedKey('private'), 'Must be an extended private key (xprv…).');
const tokens = z
  .string()
  .regex(/^[A-Z0-9]+:0x[0-9a-fA-F]{40}(,[A-Z0-9]+:0x[0-9a-fA-F]{40})*$/, 'Must be CODE:0xaddress pairs with commas.')
  .transform((text) =>
    text.split(',').map((pair) => {
      const [code = '', address = ''] = pair.split(':');
      return { code, address };
    }),
  );

/** Every chain, by its name among the providers: what its variables begin with. A row here asks for all the others. */
export const chainPrefixes = { bitcoin: 'BITCOIN', ethereum: 'ETHEREUM' } as const;
export type ChainName = keyof typeof chainPrefixes;
export type ChainPrefix = (typeof chainPrefixes)[ChainName];

export function isChain(name: string): name is ChainName {
  return Object.hasOwn(chainPrefixes, name);
}

/** Every chain, offered or not. */
export const chainNames: readonly ChainName[] = Object.keys(chainPrefixes).filter(isChain);

/** What the server must know of the chains it is paid and pays out on. */
export const chainVariables = {
  BITCOIN_RPC_URL: url,
  BITCOIN_NETWORK: z.enum(['regtest', 'testnet', 'mainnet']),
  BITCOIN_WALLET_KEY: key,
  /** Chain addresses that orders are paid to are its children `0/n`. */
  BITCOIN_DEPOSIT_XPUB: publicKey,
  /** The same key's private half: only on a server that signs. */
  BITCOIN_DEPOSIT_XPRV: privateKey.optional(),
  BITCOIN_PAYOUT_CONFIRMATIONS: confirmations.min(1).default(2),
  BITCOIN_PAYIN_CONFIRMATIONS: confirmations.min(1).default(2),
  /** How long a client is shown the same address for deposits to its balance; 0 for good. */
  BITCOIN_DEPOSIT_ADDRESS_MINUTES: addressMinutes.default(1440),
  BITCOIN_TRANSACTION_LINK: link,
  ETHEREUM_RPC_URL: url,
  ETHEREUM_CHAIN_ID: z.coerce.number().int().min(1),
  ETHEREUM_WALLET_KEY: key,
  ETHEREUM_DEPOSIT_XPUB: publicKey,
  ETHEREUM_DEPOSIT_XPRV: privateKey.optional(),
  /** Contracts of the tokens by their currency's code; a token that is not listed is not supported. */
  ETHEREUM_TOKENS: tokens,
  /** The most that a unit of gas may cost; above that payouts wait. */
  ETHEREUM_MAX_FEE_GWEI: z.coerce.number().int().min(1).max(100_000).default(200),
  /** The most gas that a payout may take: contracts can demand more. */
  ETHEREUM_MAX_GAS: z.coerce.number().int().min(100_000).max(2_000_000).default(200_000),
  ETHEREUM_PAYOUT_CONFIRMATIONS: confirmations.min(1).default(12),
  ETHEREUM_PAYIN_CONFIRMATIONS: confirmations.min(1).default(12),
  ETHEREUM_DEPOSIT_ADDRESS_MINUTES: addressMinutes.default(0),
  ETHEREUM_TRANSACTION_LINK: link,
};

/** Known to everybody who reads them here. */
export const sandboxKeys = {
  BITCOIN_WALLET_KEY: '5a11d0b05a11d0b05a11d0b05a11d0b05a11d0b05a11d0b05a11d0b05a11d0b0',
  BITCOIN_DEPOSIT_XPUB:
    'xpub6BtjqeEU9sQtHqKA3qfdz3C8bkVkLn3utAG1SzKUJGhDkRAExs9XQSs4sRYcaG9iAh2Q37KzBpY9fBi3FjxCHtiZna68b5YPcVPp5sU9ad9',
  BITCOIN_DEPOSIT_XPRV:
    'xprv9xuPS8haKVrb5MEgwp8dcuFQ3ifFwKL4WwLQeburjwAEscq6RKqGreYb27VghdiRX5mZATcfVRvagCQF2yTsFhnJjTcfhNfmQ4Rjf8H8JRU',
  ETHEREUM_WALLET_KEY: 'e7b30c0de7b30c0de7b30c0de7b30c0de7b30c0de7b30c0de7b30c0de7b30c0d',
  ETHEREUM_DEPOSIT_XPUB:
    'xpub6DXnnNX5bNTLoAzmAv7yEiiBkzdF3Km35xdMiCGx66h1S13VuVYJGqSeLYVGxjGpNg2ANsYnRByriMV2vgQnqxkPJEcPDXbRwW2d9zx6QDD',
  ETHEREUM_DEPOSIT_XPRV:
    'xprv9zYSNrzBkzu3agvJ4taxsamTCxnkds3BijhkuosLXmA2ZCiMMxE3j38AVH6mMk3Nd3F173YVfu9Por22zxtxe5cDB3wemdtxccqcBMn538h',
} as const;

/** Every chain of the sandbox; its tokens have the same addresses at each start. */
export function sandboxChains(base: string): Record<string, string> {
  return {
    ...sandboxKeys,
    BITCOIN_RPC_URL: `${base.replace('://', '://causeway:sandbox@')}/chains/bitcoin/rpc`,
    BITCOIN_NETWORK: 'regtest',
    BITCOIN_PAYIN_CONFIRMATIONS: '1',
    BITCOIN_TRANSACTION_LINK: `${base}/chains/bitcoin/tx/{txid}`,
    ETHEREUM_RPC_URL: `${base}/chains/ethereum/rpc`,
    ETHEREUM_CHAIN_ID: '424242',
    ETHEREUM_TOKENS: [
      'USDT:0x69B7Bd3a0aF3213cEE8f350F88645A818Bb025bD',
      'USDC:0xF665ECf4e89dB62Ae3b282cBBC5af9911298A562',
      'DAI:0x3A9A22045107B5a5C7E1D782202c49D0C7cDB6aD',
      'LINK:0x2b2423C2FB00387e84F82A649E09282ce949C774',
    ].join(','),
    ETHEREUM_PAYOUT_CONFIRMATIONS: '3',
    ETHEREUM_PAYIN_CONFIRMATIONS: '3',
    ETHEREUM_TRANSACTION_LINK: `${base}/chains/ethereum/tx/{txid}`,
  };
}

export type ChainConfig = z.output<z.ZodObject<typeof chainVariables>>;
