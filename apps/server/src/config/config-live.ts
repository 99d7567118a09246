import { isIP } from 'node:net';
import { type ChainPrefix, chainPrefixes } from './config-chains.ts';
import { findIdentityFaults } from './config-identity.ts';
import { findDocumentFaults } from './config-documents.ts';
import { providerNames, settingsOf, type ProviderConfig, type ProviderName } from './config-providers.ts';
import { readProviders } from './config-oidc.ts';
import { nearestName } from '@causeway/domain/text/nearest-name';

type LiveConfig = ProviderConfig &
  Parameters<typeof findDocumentFaults>[0] &
  Parameters<typeof findIdentityFaults>[0] & {
    ENVIRONMENT: string;
    LOG_LEVEL: string;
    PUBLIC_URL: string;
    DATABASE_URL?: string | undefined;
    ACCESS_TOKEN_SECRET: string;
    SMTP_URL: string;
    MAIL_FROM: string;
    SANDBOX_SMTP_PORT: number;
    PROVIDERS: readonly ProviderName[];
    OIDC_PROVIDERS: string;
  };

/** Test networks by their number, whose coins are worthless. */
const testChains: ReadonlySet<number> = new Set([3, 4, 5, 42, 97, 1337, 17_000, 31_337, 80_002, 560_048, 11_155_111]);
const least: Readonly<Record<ChainPrefix, number>> = { BITCOIN: 2, ETHEREUM: 6 };
const secretSettings = /(?:_KEY|_SECRETS?|_TOKEN)$/;
/** Text typed by hand repeats itself; a generated secret of this length never has so few different characters. */
const fewestSigns = 8;
const secretLength = 32;

/** What a server that takes real money must not be given, one line for each. */
export function findLiveFaults(config: LiveConfig, hasPublicUrl: boolean): string[] {
  if (config.ENVIRONMENT !== 'live') return [];
  return [
    ...findBaseFaults(config, hasPublicUrl),
    ...findAddressFaults(config),
    ...findSecretFaults(config),
    ...findChainFaults(config),
  ];
}

function findBaseFaults(config: LiveConfig, hasPublicUrl: boolean): string[] {
  const faults: string[] = [];
  if (!hasPublicUrl)
    faults.push(
      'PUBLIC_URL: is missing: the origin under which browsers reach the product, such as https://pay.example.',
    );
  else if (!config.PUBLIC_URL.startsWith('https:')) faults.push('PUBLIC_URL: must be https where ENVIRONMENT is live.');
  if (config.DATABASE_URL === undefined)
    faults.push(
      'DATABASE_URL: is missing: a live server keeps its books in a PostgreSQL of yours, not in the embedded one.',
    );
  if (config.LOG_LEVEL !== 'info' && config.LOG_LEVEL !== 'debug')
    faults.push(
      'LOG_LEVEL: must be info or debug where ENVIRONMENT is live: after a restore the security log is needed.',
    );
  faults.push(...findDocumentFaults(config), ...findIdentityFaults(config));
  return faults;
}

/** Providers are called over TLS and are not on this machine; only the sandbox is. */
function findAddressFaults(config: LiveConfig): string[] {
  const known: Readonly<Record<string, unknown>> = config;
  const providerNames = [
    'ACQUIRER_URL',
    'ACQUIRER_TWO_URL',
    'SOFORT_URL',
    'WALLET_URL',
    'BANK_URL',
    'SMS_URL',
    'FIREBASE_URL',
    'SUMSUB_URL',
    'SUMSUB_PAGE_ORIGIN',
    'MARKET_URL',
    'MARKET_HISTORY_URL',
    'MARKET_TWO_URL',
    'CAPTCHA_SCRIPT_URL',
    'CAPTCHA_VERIFY_URL',
    'SUPPORT_CHAT_URL',
    'WALLETCONNECT_RELAY_URL',
  ];
  const issuers = (readProviders(config.OIDC_PROVIDERS) ?? []).map(({ issuer }) => ['OIDC_PROVIDERS', issuer] as const);
  const faults = [...providerNames.map((name) => [name, known[name]] as const), ...issuers].flatMap(
    ([name, address]) => {
      if (typeof address !== 'string' || address === '') return [];
      const { protocol, hostname } = new URL(address);
      if (isOwnMachine(hostname)) return [`${name}: is on this machine (${hostname}), where only a sandbox would be.`];
      const safe = name === 'WALLETCONNECT_RELAY_URL' ? 'wss' : 'https';
      return protocol === `${safe}:` ? [] : [`${name}: must be ${safe} where ENVIRONMENT is live.`];
    },
  );
  const mail = new URL(config.SMTP_URL);
  if (isOwnMachine(mail.hostname) && mail.port === String(config.SANDBOX_SMTP_PORT))
    faults.push('SMTP_URL: is the mail server of the sandbox.');
  if (/@(?:[\w-]+\.)*example\.(?:com|org|net)>?$/.test(config.MAIL_FROM))
    faults.push('MAIL_FROM: must be an address of yours; example.com is nobody’s.');
  return faults;
}

function isOwnMachine(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return (
    bare === 'localhost' ||
    bare.endsWith('.localhost') ||
    bare === '::1' ||
    (isIP(bare) === 4 && /^(?:127|0)\./.test(bare))
  );
}

function findSecretFaults(config: LiveConfig): string[] {
  const faults = Object.entries(config).flatMap(([name, value]) => {
    if (!secretSettings.test(name) || typeof value !== 'string' || value === '') return [];
    return new Set(value.toLowerCase()).size < fewestSigns
      ? [`${name}: can be guessed: it repeats the same few signs.`]
      : [];
  });
  if (config.ACCESS_TOKEN_SECRET.length < secretLength)
    faults.push(`ACCESS_TOKEN_SECRET: must have ${secretLength} signs or more: openssl rand -base64 32 makes one.`);
  const same = (left: string, right: string) => left !== '' && left === right;
  const prefixes = Object.values(chainPrefixes);
  for (const [place, later] of prefixes.entries())
    for (const earlier of prefixes.slice(0, place))
      for (const [key, owner] of [
        ['WALLET_KEY', 'wallet'],
        ['DEPOSIT_XPUB', 'chain'],
      ] as const) {
        const [name, other] = [`${later}_${key}`, `${earlier}_${key}`] as const;
        if (same(config[name], config[other]))
          faults.push(`${name}: is the same as ${other}. Each ${owner} needs a key of its own.`);
      }
  return faults;
}

function findChainFaults(config: LiveConfig): string[] {
  const faults: string[] = [];
  if (config.PROVIDERS.includes('bitcoin') && config.BITCOIN_NETWORK !== 'mainnet')
    faults.push(`BITCOIN_NETWORK: must be mainnet where ENVIRONMENT is live, not ${config.BITCOIN_NETWORK}.`);
  if (testChains.has(config.ETHEREUM_CHAIN_ID))
    faults.push(`ETHEREUM_CHAIN_ID: ${config.ETHEREUM_CHAIN_ID} is a test chain, and ENVIRONMENT is live.`);
  for (const chain of Object.values(chainPrefixes))
    for (const name of [`${chain}_PAYIN_CONFIRMATIONS`, `${chain}_PAYOUT_CONFIRMATIONS`] as const)
      if (config[name] < least[chain])
        faults.push(`${name}: must be ${least[chain]} at least where ENVIRONMENT is live.`);
  return faults;
}

/** Settings of the sandbox and of scripts, which the server itself does not read. */
const foreignSettings = [
  'SANDBOX_BLOCK_SECONDS',
  'SANDBOX_SEED',
  'SANDBOX_ANVIL',
  'SANDBOX_STATE_FILE',
  'PRODUCT_URL',
  'CHROMIUM_PATH',
  'HEADLESS_SHELL_PATH',
  // Of the person at the command line.
  'OPERATOR_KEY',
  'ACQUIRER_WEBHOOK_SECRET',
  'ACQUIRER_TWO_WEBHOOK_SECRET',
  'SOFORT_WEBHOOK_SECRET',
  'WALLET_WEBHOOK_SECRET',
  'BANK_WEBHOOK_SECRET',
];
/** Every variable that begins so is meant for this server. */
const families =
  /^(?:ACQUIRER|SOFORT|SUMSUB|IDENTITY|WALLET|BANK|BITCOIN|ETHEREUM|CAPTCHA|FIREBASE|SANDBOX|PARTNER_DEMO|BRAND|OIDC|ORDER_|PRICE_|ERROR_REPORT)/;
/** Shorter names are too similar to those of other programs. */
const shortest = 6;

/** Variables that were meant for the server but are unknown to it, each with the name that was probably meant. */
export function findMisspelt(given: Readonly<Record<string, unknown>>, settings: readonly string[]): string[] {
  const known = [...settings, ...foreignSettings];
  return Object.keys(given).flatMap((name) => {
    if (known.includes(name)) return [];
    const nearest = nearestName(
      name,
      known.filter((one) => one.length >= shortest),
    );
    if (nearest !== undefined) return [`${name}: there is no such setting. Did you mean ${nearest}?`];
    return families.test(name) ? [`${name}: there is no such setting. All of them are in .env.example.`] : [];
  });
}

/** Message for a missing setting. */
export function describeMissing(name: string): string {
  const provider = providerNames.find((one) => settingsOf(one).includes(name));
  if (provider === undefined)
    return `${name}: is missing, and a live server needs it. What it is stands in .env.example.`;
  return `${name}: is missing, and the provider ${provider} needs it: set all of ${settingsOf(provider).join(', ')}, or none of them.`;
}
