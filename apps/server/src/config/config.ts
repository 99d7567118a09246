import { z } from 'zod';
import { readProviders } from './config-oidc.ts';
import { guardVariables, sandboxGuards } from './config-guards.ts';
import { sandboxIdentity } from './config-identity.ts';
import { sandboxPush } from './push/config-push.ts';
import { sandboxWalletConnect, walletConnectVariables } from './walletconnect/config-walletconnect.ts';
import { sandboxChains } from './config-chains.ts';
import { describeMissing, findLiveFaults, findMisspelt } from './config-live.ts';
import {
  blankOthers,
  chooseProviders,
  providerNames,
  providerVariables,
  sandboxAcquirers,
  settingsOf,
  type ProviderName,
  findChainFaults,
} from './config-providers.ts';

const port = z.coerce.number().int().min(0).max(65_535);
const origin = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/$/, ''));
const secret = z.string().min(16);
const connections = z.coerce.number().int().min(1).max(500);

const environments = ['sandbox', 'live'] as const;
/** What the widget can switch on. */
const knownFeatures: ReadonlySet<string> = new Set([
  'biometrics',
  'push_notifications',
  'home_page',
  'navbar',
  'new_widget_withdrawal',
  'verification_menu_off',
]);

const shared = {
  ENVIRONMENT: z.enum(environments).default('sandbox'),
  ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: port.default(4000),
  PUBLIC_URL: origin
    .refine((text) => text === new URL(text).origin, 'Must be an origin without a path, such as https://pay.example.')
    .optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** For the role that owns the tables and migrates them, the server's own then owns nothing; and a replica of it. */
  MIGRATION_DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_REPLICA_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** How many connections a process opens at most: for requests, jobs, the queue and budgets. */
  DATABASE_CONNECTIONS: connections.min(2).default(10),
  DATABASE_JOB_CONNECTIONS: connections.default(5),
  DATABASE_QUEUE_CONNECTIONS: connections.default(4),
  DATABASE_BUDGET_CONNECTIONS: connections.default(2),
  /** How long a stopping server goes on answering while /readyz says that it leaves. */
  DRAIN_SECONDS: z.coerce.number().min(0).max(300).default(10),
  DATA_DIR: z.string().min(1).default('.causeway'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  BRAND_NAME: z.string().min(1).max(40).default('Causeway'),
  BRAND_SLUG: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/)
    .default('causeway'),
  SUPPORT_URL: z.string().min(1).default('mailto:support@example.com'),
  /** Script of a support chat; without one the button opens SUPPORT_URL, or the form that writes to it. */
  SUPPORT_CHAT_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** The operator's own client site, terms of use and privacy notice, where it has them. */
  CLIENT_URL: origin.optional(),
  TERMS_URL: z.url({ protocol: /^https?$/ }).optional(),
  PRIVACY_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** The company behind the product, as its page about itself names it, and where its legal contact is. */
  LEGAL_TEXT: z.string().min(1).max(400).optional(),
  LEGAL_URL: z.url({ protocol: /^(https?|mailto)$/ }).optional(),
  /** Features of the widget that are on, with commas between; an app around it switches some on for itself. */
  FEATURES: z
    .string()
    .refine(
      (text) => text === '' || text.split(',').every((name) => knownFeatures.has(name)),
      `Must be names with commas between, of ${[...knownFeatures].join(', ')}.`,
    )
    .default('biometrics,push_notifications'),
  /** Providers that are offered, by name with commas between; unset: all that are configured. */
  PROVIDERS: z.string().default(''),
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).default(0),
  SANDBOX_URL: origin.optional(),
  SANDBOX_PORT: port.default(4001),
  SANDBOX_SMTP_PORT: port.default(4025),
  /** The partner demo of the sandbox: its pages may frame the widget. */
  PARTNER_DEMO_PORT: port.default(4002),
  PARTNER_DEMO_URL: origin.optional(),
  /** Bearer token for /metrics; a live server without one does not serve them. */
  METRICS_TOKEN: secret.optional(),
  /** Off only for load tests against the sandbox. */
  RATE_LIMIT: z.enum(['on', 'off']).default('on'),
  /** Countries, ISO codes separated by commas, whose phone numbers are refused. */
  PHONE_RESTRICTED_COUNTRIES: z
    .string()
    .regex(/^([A-Z]{2}(,[A-Z]{2})*)?$/, 'Must be country codes separated by commas, such as KP,IR.')
    .default('')
    .transform((text) => text.split(',').filter((code) => code !== '')),
  /** A proof of work by the page, or a provider with the interface of reCAPTCHA. */
  CAPTCHA: z.enum(['proof-of-work', 'siteverify']).default('proof-of-work'),
  /** Rounds of hashing in each of the few hundred attempts of a proof of work. */
  CAPTCHA_COST: z.coerce.number().int().min(1).max(100_000).default(1000),
  /** Sign-in providers, as code=clientId@issuer separated by commas. */
  OIDC_PROVIDERS: z
    .string()
    .refine((text) => readProviders(text) !== undefined, 'Must be code=clientId@issuer separated by commas.')
    .default(''),
  /** Of the provider; needed with siteverify only. */
  CAPTCHA_SCRIPT_URL: z.url({ protocol: /^https?$/ }).default(''),
  CAPTCHA_VERIFY_URL: z.url({ protocol: /^https?$/ }).default(''),
  CAPTCHA_SITE_KEY: z.string().default(''),
  CAPTCHA_SECRET: secret.default(''),
  /** Whether webhooks to partners may go to private IP addresses and by plain http: for a sandbox on one machine. */
  WEBHOOK_PRIVATE_TARGETS: z.enum(['on', 'off']).default('off'),
  /**
   * Where browsers report errors (C-70): the DSN of a service with Sentry's interface. Without one none are reported.
   */
  ERROR_REPORT_DSN: z.url({ protocol: /^https?$/ }).optional(),
  /** Host whose pages report errors; that of PUBLIC_URL by default. */
  ERROR_REPORT_HOST: z.string().min(1).optional(),
  /** Stores the events of C-69, without names and addresses. */
  ANALYTICS: z.enum(['on', 'off']).default('off'),
  ...walletConnectVariables,
  ...guardVariables,
};

const providers = {
  ACCESS_TOKEN_SECRET: secret,
  /** Earlier secrets, commas between: what they signed and sealed is still valid. */
  PREVIOUS_ACCESS_TOKEN_SECRETS: z
    .string()
    .regex(/^([^,]{16,}(,[^,]{16,})*)?$/, 'Must be secrets of 16 signs or more with commas between.')
    .default('')
    .transform((text) => text.split(',').filter((one) => one !== '')),
  ...providerVariables,
  SMTP_URL: z.url({ protocol: /^smtps?$/ }),
  MAIL_FROM: z.string().min(3),
  SMS_URL: origin,
  SMS_KEY: secret,
  MARKET_URL: z.url({ protocol: /^https?$/ }),
};

const environment = z.object({ ...shared, ...providers });

/** Keys that only the sandbox has; a live server refuses them, and the sandbox refuses others. */
const sandboxMark = /sandbox/i;

type Parsed = z.output<typeof environment>;
export type Config = Omit<Parsed, 'PUBLIC_URL' | 'PROVIDERS'> & {
  PUBLIC_URL: string;
  /** The offered ones. */
  PROVIDERS: readonly ProviderName[];
};

/** Everything that is wrong with the environment, one line each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(
      `The configuration has ${faults.length} fault${faults.length === 1 ? '' : 's'}:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
    );
    this.faults = faults;
  }
}

/**
 * Reads the environment once. In the sandbox environment every provider has a default that points at the
 * sandbox; a live server must name them all.
 *
 * @throws ConfigError listing every fault
 */
export function readConfig(variables: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  );
  const named = given['ENVIRONMENT'] ?? 'sandbox';
  if (!environments.some((known) => known === named))
    throw new ConfigError([`ENVIRONMENT: must be sandbox or live, not ${named}. What takes real money is live.`]);
  return named === 'sandbox' ? readSandbox(given) : readLive(given);
}

type Given = Readonly<Record<string, string | undefined>>;

function readSandbox(given: Given): Config {
  const parsed = environment.safeParse({ ...sandboxDefaults(given), ...given }, { reportInput: true });
  const { chosen, faults } = chooseProviders({ ...given, PROVIDERS: given['PROVIDERS'] ?? providerNames.join(',') });
  if (!parsed.success) throw new ConfigError([...listIssues(parsed.error), ...faults]);
  const config = settle(parsed.data, chosen);
  faults.push(...findMixedKeys(config));
  if (faults.length > 0) throw new ConfigError(faults);
  return config;
}

function readLive(given: Given): Config {
  const { chosen, faults } = chooseProviders(given);
  const others = providerNames.filter((name) => !chosen.includes(name)).flatMap(settingsOf);
  const offered = Object.fromEntries(Object.entries(given).filter(([name]) => !others.includes(name)));
  // Settings of providers that are not offered are parsed with the sandbox's values, which are removed afterwards.
  const fillers = Object.entries(sandboxDefaults(given)).filter(([name]) => others.includes(name));
  const parsed = environment.safeParse({ ...Object.fromEntries(fillers), ...offered }, { reportInput: true });
  faults.push(...findMisspelt(given, Object.keys(environment.shape)));
  if (!parsed.success) throw new ConfigError([...listIssues(parsed.error), ...faults]);
  const config = settle(parsed.data, chosen);
  faults.push(...findMixedKeys(config), ...findLiveFaults(config, given['PUBLIC_URL'] !== undefined));
  if (faults.length > 0) throw new ConfigError(faults);
  return config;
}

function settle(parsed: Parsed, chosen: readonly ProviderName[]): Config {
  const PUBLIC_URL = parsed.PUBLIC_URL ?? `http://localhost:${parsed.PORT}`;
  const examples = { TERMS_URL: `${PUBLIC_URL}/terms`, PRIVACY_URL: `${PUBLIC_URL}/privacy` };
  return blankOthers({ ...examples, ...parsed, PUBLIC_URL, PROVIDERS: chosen }, chosen);
}

function listIssues({ issues }: z.ZodError): string[] {
  return issues.map((issue) => {
    const name = issue.path.join('.');
    const isMissing = issue.code === 'invalid_type' && issue.input === undefined;
    return isMissing ? describeMissing(name) : `${name}: ${issue.message}`;
  });
}

function sandboxDefaults(given: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const base = (given['SANDBOX_URL'] ?? `http://localhost:${given['SANDBOX_PORT'] ?? '4001'}`).replace(/\/$/, '');
  return {
    ...sandboxGuards,
    DRAIN_SECONDS: '0',
    FEATURES: 'biometrics,push_notifications,new_widget_withdrawal',
    WEBHOOK_PRIVATE_TARGETS: 'on',
    ACCESS_TOKEN_SECRET: 'sandbox-access-token-secret',
    ...sandboxAcquirers(base),
    SOFORT_URL: `${base}/sofort`,
    SOFORT_KEY: 'sk_sandbox_sofort',
    SOFORT_WEBHOOK_SECRETS: 'k1:whsec_sandbox_sofort',
    WALLET_URL: `${base}/wallet`,
    WALLET_KEY: 'sk_sandbox_wallet',
    WALLET_WEBHOOK_SECRETS: 'k1:whsec_sandbox_wallet',
    BANK_URL: `${base}/bank`,
    BANK_KEY: 'sk_sandbox_bank_key',
    BANK_WEBHOOK_SECRETS: 'k1:whsec_sandbox_bank',
    ...sandboxChains(base),
    SMTP_URL: `smtp://127.0.0.1:${given['SANDBOX_SMTP_PORT'] ?? '4025'}`,
    MAIL_FROM: 'Causeway <no-reply@example.com>',
    SMS_URL: `${base}/sms`,
    SMS_KEY: 'sk_sandbox_sms_key',
    CAPTCHA_SCRIPT_URL: `${base}/captcha/api.js`,
    CAPTCHA_VERIFY_URL: `${base}/captcha/siteverify`,
    CAPTCHA_SITE_KEY: 'sandbox-site-key',
    CAPTCHA_SECRET: 'sandbox-captcha-secret',
    OIDC_PROVIDERS: `google=sandbox-client@${base}/oidc`,
    ...sandboxIdentity(base),
    ...sandboxPush(base),
    ...sandboxWalletConnect(base),
    MARKET_URL: `${base}/market/v1/prices`,
    MARKET_HISTORY_URL: `${base}/market/v1/history`,
  };
}

const secretKeys = [
  'ACCESS_TOKEN_SECRET',
  'ACQUIRER_KEY',
  'ACQUIRER_WEBHOOK_SECRETS',
  'ACQUIRER_PUBLIC_KEY',
  'ACQUIRER_TWO_KEY',
  'ACQUIRER_TWO_WEBHOOK_SECRETS',
  'ACQUIRER_TWO_PUBLIC_KEY',
  'SOFORT_KEY',
  'SOFORT_WEBHOOK_SECRETS',
  'WALLET_KEY',
  'WALLET_WEBHOOK_SECRETS',
  'BANK_KEY',
  'BANK_WEBHOOK_SECRETS',
  'SMS_KEY',
  'PUSH_KEYS',
  'FIREBASE_ACCOUNT',
] as const;
const captchaKeys = ['CAPTCHA_SCRIPT_URL', 'CAPTCHA_VERIFY_URL', 'CAPTCHA_SITE_KEY', 'CAPTCHA_SECRET'] as const;
/** Below this, a proof of work costs an attacker nothing. */
const minLiveCost = 500;

function findMixedKeys(config: Config): string[] {
  const isLive = config.ENVIRONMENT === 'live';
  const isProvider = config.CAPTCHA === 'siteverify';
  const keys = isProvider ? ([...secretKeys, 'CAPTCHA_SECRET'] as const) : secretKeys;
  const wrong = keys.filter((key) => config[key] !== '' && sandboxMark.test(config[key]) === isLive);
  const kind = isLive ? 'a sandbox key, and ENVIRONMENT is live' : 'not a sandbox key, and ENVIRONMENT is sandbox';
  const faults = wrong.map((key) => `${key}: is ${kind}.`);
  if (isProvider)
    for (const key of captchaKeys)
      if (config[key] === '') faults.push(`${key}: is needed where CAPTCHA is siteverify.`);
  if (isLive && config.CAPTCHA_COST < minLiveCost)
    faults.push(`CAPTCHA_COST: must be ${minLiveCost} at least where ENVIRONMENT is live.`);
  if (isLive && config.WEBHOOK_PRIVATE_TARGETS === 'on')
    faults.push('WEBHOOK_PRIVATE_TARGETS: cannot be on where ENVIRONMENT is live.');
  if (isLive && config.OPERATOR_ALONE_EUR === null)
    faults.push('OPERATOR_ALONE_EUR: cannot be off where ENVIRONMENT is live.');
  if (isLive && config.RATE_LIMIT === 'off') faults.push('RATE_LIMIT: cannot be off where ENVIRONMENT is live.');
  return [...faults, ...findChainFaults(config)];
}
