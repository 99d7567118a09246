import { HDKey } from '@scure/bip32';
import { walletNames } from '@causeway/domain/payments/payment-providers';
import { z } from 'zod';
import {
  type ChainConfig,
  type ChainName,
  type ChainPrefix,
  chainNames,
  chainPrefixes,
  chainVariables,
  isChain,
  sandboxKeys,
} from './config-chains.ts';

const origin = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/$/, ''));
const secret = z.string().min(16);
const keyedSecrets = z
  .string()
  .regex(/^[\w-]+:[^,:]{16,}(,[\w-]+:[^,:]{16,})*$/, 'Must be keyId:secret pairs separated by commas.');

/** Wallets whose sheet is offered at an acquirer, by name with commas between; empty: none. */
const wallets = z
  .string()
  .default('')
  .transform((text) => text.split(',').filter((name) => name !== ''))
  .pipe(z.array(z.enum(walletNames, `Must be names with commas between, of ${walletNames.join(', ')}.`)));

/** What the server must know of the providers that take and pay money. */
export const providerVariables = {
  ACQUIRER_URL: origin,
  ACQUIRER_KEY: secret,
  ACQUIRER_WEBHOOK_SECRETS: keyedSecrets,
  ACQUIRER_PUBLIC_KEY: z.string().min(1),
  ACQUIRER_MERCHANT_ID: z.string().min(1),
  ACQUIRER_WALLETS: wallets,
  ACQUIRER_TWO_URL: origin,
  ACQUIRER_TWO_KEY: secret,
  ACQUIRER_TWO_WEBHOOK_SECRETS: keyedSecrets,
  ACQUIRER_TWO_PUBLIC_KEY: z.string().min(1),
  ACQUIRER_TWO_MERCHANT_ID: z.string().min(1),
  ACQUIRER_TWO_WALLETS: wallets,
  SOFORT_URL: origin,
  SOFORT_KEY: secret,
  SOFORT_WEBHOOK_SECRETS: keyedSecrets,
  WALLET_URL: origin,
  WALLET_KEY: secret,
  WALLET_WEBHOOK_SECRETS: keyedSecrets,
  BANK_URL: origin,
  BANK_KEY: secret,
  BANK_WEBHOOK_SECRETS: keyedSecrets,
  ...chainVariables,
};

/** Both acquirers of the sandbox, which plays the sheet of a wallet too. */
export function sandboxAcquirers(base: string): Record<string, string> {
  return {
    ACQUIRER_URL: `${base}/acquirer`,
    ACQUIRER_KEY: 'sk_sandbox_acquirer',
    ACQUIRER_WEBHOOK_SECRETS: 'k1:whsec_sandbox_acquirer',
    ACQUIRER_PUBLIC_KEY: 'pk_sandbox_acquirer',
    ACQUIRER_MERCHANT_ID: 'sandbox-merchant-one',
    ACQUIRER_TWO_URL: `${base}/acquirer-two`,
    ACQUIRER_TWO_KEY: 'sk_sandbox_acquirer_two',
    ACQUIRER_TWO_WEBHOOK_SECRETS: 'k1:whsec_sandbox_acquirer_two',
    ACQUIRER_TWO_PUBLIC_KEY: 'pk_sandbox_acquirer_two',
    ACQUIRER_TWO_MERCHANT_ID: 'sandbox-merchant-two',
    ACQUIRER_WALLETS: 'google_pay',
    ACQUIRER_TWO_WALLETS: 'google_pay',
  };
}

export type ProviderConfig = z.output<z.ZodObject<typeof providerVariables>>;

/** Names of the providers as payment options know them. */
export const providerNames = ['card_one', 'card_two', 'sofort_one', 'wallet_one', 'bank', ...chainNames] as const;
export type ProviderName = (typeof providerNames)[number];

/**
 * Placeholders for the settings of a provider that is not offered: using one by mistake fails. A provider that is
 * offered needs all of its settings.
 */
const blanks: Readonly<Record<ProviderName, Partial<ProviderConfig>>> = {
  card_one: {
    ACQUIRER_URL: '',
    ACQUIRER_KEY: '',
    ACQUIRER_WEBHOOK_SECRETS: '',
    ACQUIRER_PUBLIC_KEY: '',
    ACQUIRER_MERCHANT_ID: '',
  },
  card_two: {
    ACQUIRER_TWO_URL: '',
    ACQUIRER_TWO_KEY: '',
    ACQUIRER_TWO_WEBHOOK_SECRETS: '',
    ACQUIRER_TWO_PUBLIC_KEY: '',
    ACQUIRER_TWO_MERCHANT_ID: '',
  },
  sofort_one: { SOFORT_URL: '', SOFORT_KEY: '', SOFORT_WEBHOOK_SECRETS: '' },
  wallet_one: { WALLET_URL: '', WALLET_KEY: '', WALLET_WEBHOOK_SECRETS: '' },
  bank: { BANK_URL: '', BANK_KEY: '', BANK_WEBHOOK_SECRETS: '' },
  bitcoin: {
    BITCOIN_RPC_URL: '',
    BITCOIN_NETWORK: 'mainnet',
    BITCOIN_WALLET_KEY: '',
    BITCOIN_DEPOSIT_XPUB: '',
    BITCOIN_TRANSACTION_LINK: '',
  },
  ethereum: {
    ETHEREUM_RPC_URL: '',
    ETHEREUM_CHAIN_ID: 1,
    ETHEREUM_WALLET_KEY: '',
    ETHEREUM_DEPOSIT_XPUB: '',
    ETHEREUM_TOKENS: [],
    ETHEREUM_TRANSACTION_LINK: '',
  },
};

/** The settings that a provider requires. */
export function settingsOf(name: ProviderName): string[] {
  return Object.keys(blanks[name]);
}

/**
 * Which providers are offered: those that PROVIDERS names, or else those with any setting. Parsing the settings
 * themselves reports what one of them lacks.
 */
export function chooseProviders(given: Readonly<Record<string, string | undefined>>): {
  chosen: ProviderName[];
  faults: string[];
} {
  const asked = given['PROVIDERS']?.split(',');
  const unknown = asked?.filter((name) => !providerNames.some((known) => known === name)) ?? [];
  const chosen = providerNames.filter(
    (name) => asked?.includes(name) ?? settingsOf(name).some((setting) => given[setting] !== undefined),
  );
  const faults = unknown.map(
    (name) => `PROVIDERS: there is no provider ${name}. There are ${providerNames.join(', ')}.`,
  );
  if (chosen.every(isChain) || !chosen.some(isChain))
    faults.push(
      'PROVIDERS: at least one that takes money and one chain are needed: set all of ACQUIRER_…, ACQUIRER_TWO_…, SOFORT_…, ' +
        'WALLET_… or BANK_…, ' +
        `and all of ${Object.values(chainPrefixes).join('_… or ')}_….`,
    );
  return { chosen, faults };
}

/** Removes the settings of providers that are not offered. */
export function blankOthers<Given extends ProviderConfig>(config: Given, chosen: readonly ProviderName[]): Given {
  const others = providerNames.filter((name) => !chosen.includes(name));
  const taken: Partial<ProviderConfig> = {};
  for (const name of others) Object.assign(taken, blanks[name]);
  return { ...config, ...taken };
}

/**
 * Whether new orders and recurring jobs may use a provider. A provider that this list does not know is not restricted
 * here.
 */
export function isOffered({ PROVIDERS }: { PROVIDERS: readonly ProviderName[] }, provider: string): boolean {
  const name = provider === 'card_one_form' ? 'card_one' : provider;
  return !providerNames.some((known) => known === name) || PROVIDERS.some((known) => known === name);
}

/** The setting that names the network of a chain, and whether its coins are real there. */
const mainNetworks: Readonly<Record<ChainName, (config: ChainConfig) => { setting: string; isMain: boolean }>> = {
  bitcoin: (config) => ({ setting: 'BITCOIN_NETWORK', isMain: config.BITCOIN_NETWORK === 'mainnet' }),
  ethereum: (config) => ({ setting: 'ETHEREUM_CHAIN_ID', isMain: config.ETHEREUM_CHAIN_ID === 1 }),
};

/** What is wrong with the chains' variables together. */
export function findChainFaults(
  config: ChainConfig & { ENVIRONMENT: string; ROLE: string; PROVIDERS: readonly string[] },
): string[] {
  const isLive = config.ENVIRONMENT === 'live';
  const faults: string[] = [];
  const known: Readonly<Record<string, unknown>> = config;
  for (const [name, value] of Object.entries(sandboxKeys))
    if (isLive && known[name] === value) faults.push(`${name}: is a sandbox key, and ENVIRONMENT is live.`);
  for (const chain of chainNames.filter((one) => config.PROVIDERS.includes(one))) {
    const { setting, isMain } = mainNetworks[chain](config);
    if (!isLive && isMain) faults.push(`${setting}: mainnet needs ENVIRONMENT=live.`);
    faults.push(...findKeyFaults(config, chainPrefixes[chain]));
  }
  return faults;
}

function findKeyFaults(config: ChainConfig & { ROLE: string }, chain: ChainPrefix): string[] {
  const [name, secret] = [`${chain}_DEPOSIT_XPRV`, config[`${chain}_DEPOSIT_XPRV`]];
  if (secret === undefined)
    return config.ROLE === 'web' ? [] : [`${name}: who runs jobs signs, and needs the private half.`];
  const half = HDKey.fromExtendedKey(secret).publicExtendedKey;
  return half === config[`${chain}_DEPOSIT_XPUB`] ? [] : [`${name}: is not the private half of ${chain}_DEPOSIT_XPUB.`];
}
