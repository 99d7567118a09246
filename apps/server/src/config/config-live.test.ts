import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { sandboxPush } from './push/config-push.ts';
import { providerNames, settingsOf } from './config-providers.ts';
import { bitcoinTree, ethereum, generated, key, live } from './fixtures/live-settings.ts';

function faultsOf(change: Readonly<Record<string, string>>): readonly string[] {
  try {
    readConfig({ ...live, ...change });
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}

const masterKey = 'arn:aws:kms:eu-central-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab';

const exampleNames = [
  ...readFileSync(new URL('../../../../.env.example', import.meta.url), 'utf8').matchAll(/^([A-Z_]+)=/gm),
].map(([, name = '']) => name);

describe('a live server is strict', () => {
  test('with all that it needs it has no faults', () => {
    expect(faultsOf({})).toEqual([]);
    expect(faultsOf(ethereum)).toEqual([]);
    expect(faultsOf({ DOCUMENT_KEYS: 'kms', KMS_KEY: masterKey, DOCUMENT_KEY_FILE: '' })).toEqual([]);
    expect(faultsOf({ WALLETCONNECT_PROJECT_ID: '0123456789abcdef0123456789abcdef' })).toEqual([]);
    expect(faultsOf({ OPERATOR_KEY: 'op_given-at-the-command-line' })).toEqual([]);
  });

  test.each<[mistake: string, change: Record<string, string>, fault: RegExp]>([
    ['an address by http', { PUBLIC_URL: 'http://pay.causeway.test' }, /^PUBLIC_URL: must be https/],
    [
      'an address with a path',
      { PUBLIC_URL: 'https://pay.causeway.test/widget' },
      /^PUBLIC_URL: Must be an origin without a path/,
    ],
    ['a key service without a key', { DOCUMENT_KEYS: 'kms' }, /^KMS_KEY: is missing/],
    ['a key of a service that closes nothing', { KMS_KEY: masterKey }, /^KMS_KEY: closes nothing/],
    [
      'half of the credentials of a key service',
      { DOCUMENT_KEYS: 'kms', KMS_KEY: masterKey, KMS_SECRET_KEY: generated('kms') },
      /^KMS_ACCESS_KEY_ID, KMS_SECRET_KEY: set both, or none/,
    ],
    [
      'a key service by http',
      { DOCUMENT_KEYS: 'kms', KMS_KEY: masterKey, KMS_ENDPOINT: 'http://kms.internal' },
      /^KMS_ENDPOINT: must be https/,
    ],
    [
      'the present key as an earlier one',
      { DOCUMENT_KEYS: 'kms', KMS_KEY: masterKey, KMS_PREVIOUS_KEYS: masterKey },
      /^KMS_PREVIOUS_KEYS: names KMS_KEY/,
    ],
    [
      'an alias, which may move to another key',
      { DOCUMENT_KEYS: 'kms', KMS_KEY: 'alias/causeway' },
      /^KMS_KEY: Must be the ARN/,
    ],
    [
      'a relay without encryption',
      { WALLETCONNECT_RELAY_URL: 'ws://relay.test' },
      /^WALLETCONNECT_RELAY_URL: must be wss/,
    ],
    [
      'the relay of the sandbox',
      { WALLETCONNECT_RELAY_URL: 'ws://localhost:4001/walletconnect/relay' },
      /^WALLETCONNECT_RELAY_URL: is on this machine/,
    ],
    [
      'a relay with a query',
      { WALLETCONNECT_RELAY_URL: 'wss://relay.test?a=1' },
      /^WALLETCONNECT_RELAY_URL: Must have/,
    ],
    ['a page for a relay', { WALLETCONNECT_RELAY_URL: 'https://relay.test' }, /^WALLETCONNECT_RELAY_URL: /],
    ['a project that is none', { WALLETCONNECT_PROJECT_ID: 'mine!' }, /^WALLETCONNECT_PROJECT_ID: Must be the id/],
    ['a log without the security events', { LOG_LEVEL: 'warn' }, /^LOG_LEVEL: must be info or debug/],
    ['no address', { PUBLIC_URL: '' }, /^PUBLIC_URL: is missing/],
    ['the embedded database', { DATABASE_URL: '' }, /^DATABASE_URL: is missing/],
    ['a secret of one sign', { ACCESS_TOKEN_SECRET: 'a'.repeat(40) }, /^ACCESS_TOKEN_SECRET: can be guessed/],
    ['a short secret', { ACCESS_TOKEN_SECRET: 'abcdefghijklmnop' }, /^ACCESS_TOKEN_SECRET: must have 32 signs/],
    ['a wallet key of zeros', { BITCOIN_WALLET_KEY: '0'.repeat(64) }, /^BITCOIN_WALLET_KEY: can be guessed/],
    [
      'one key for both wallets',
      { ...ethereum, ETHEREUM_WALLET_KEY: key(1) },
      /^ETHEREUM_WALLET_KEY: is the same as BITCOIN/,
    ],
    [
      'one tree for both chains',
      { ...ethereum, ETHEREUM_DEPOSIT_XPUB: bitcoinTree.xpub, ETHEREUM_DEPOSIT_XPRV: bitcoinTree.xprv },
      /^ETHEREUM_DEPOSIT_XPUB: is the same as BITCOIN/,
    ],
    ['a provider by http', { ACQUIRER_URL: 'http://acquirer.test' }, /^ACQUIRER_URL: must be https/],
    ['a provider on this machine', { SMS_URL: 'https://127.0.0.1:4001/sms' }, /^SMS_URL: is on this machine/],
    [
      'the market of the sandbox',
      { MARKET_URL: 'http://localhost:4001/market/v1/prices' },
      /^MARKET_URL: is on this machine/,
    ],
    ['the mail of the sandbox', { SMTP_URL: 'smtp://127.0.0.1:4025' }, /^SMTP_URL: is the mail server of the sandbox/],
    [
      'a sender of the example domain',
      { MAIL_FROM: 'Causeway <no-reply@example.com>' },
      /^MAIL_FROM: must be an address of yours/,
    ],
    ['money that one person releases without end', { OPERATOR_ALONE_EUR: 'off' }, /^OPERATOR_ALONE_EUR: cannot be off/],
    [
      'the push key of the sandbox',
      { PUSH_KEYS: 'sandbox-key-for-push-messages-of-all-builds' },
      /^PUSH_KEYS: is a sandbox key/,
    ],
    [
      'the app push account of the sandbox',
      { FIREBASE_ACCOUNT: sandboxPush('https://push.example.com')['FIREBASE_ACCOUNT'] ?? '' },
      /^FIREBASE_ACCOUNT: is a sandbox key/,
    ],
    ['an app push account that is none', { FIREBASE_ACCOUNT: '{"project_id":"pay"}' }, /^FIREBASE_ACCOUNT: Must be/],
    ['a push key that is none', { PUSH_KEYS: 'AAAA' }, /^PUSH_KEYS: Must be keys/],
    ['testnet', { BITCOIN_NETWORK: 'testnet' }, /^BITCOIN_NETWORK: must be mainnet/],
    ['Sepolia', { ...ethereum, ETHEREUM_CHAIN_ID: '11155111' }, /^ETHEREUM_CHAIN_ID: 11155111 is a test chain/],
    ['one confirmation', { BITCOIN_PAYIN_CONFIRMATIONS: '1' }, /^BITCOIN_PAYIN_CONFIRMATIONS: must be 2 at least/],
    [
      'one confirmation of Ethereum',
      { ...ethereum, ETHEREUM_PAYOUT_CONFIRMATIONS: '1' },
      /^ETHEREUM_PAYOUT_CONFIRMATIONS: must be 6/,
    ],
    ['a feature that is none', { FEATURES: 'biometric' }, /^FEATURES: Must be names .* of biometrics, /],
    [
      'a misspelt name',
      { DATABSE_URL: 'postgres://x' },
      /^DATABSE_URL: there is no such setting. Did you mean DATABASE_URL\?/,
    ],
    [
      'a name of a known family',
      { ACQUIRER_MERCHANT_NUMBER: '7' },
      /^ACQUIRER_MERCHANT_NUMBER: there is no such setting/,
    ],
    ['a provider that is none', { PROVIDERS: 'card_one,bitcoin,paypal' }, /^PROVIDERS: there is no provider paypal/],
    ['no chain', { PROVIDERS: 'card_one' }, /^PROVIDERS: at least one that takes money and one chain/],
    [
      'a provider that is not configured',
      { PROVIDERS: 'card_one,bitcoin,bank' },
      /^BANK_URL: is missing, and the provider bank needs it/,
    ],
    ['half a provider', { BANK_URL: 'https://bank.test' }, /^BANK_KEY: is missing, and the provider bank needs it/],
    ['no sender', { MAIL_FROM: '' }, /^MAIL_FROM: is missing, and a live server needs it/],
  ])('%s is one clear line', (_mistake, change, fault) => {
    const faults = faultsOf(change);
    expect(faults.filter((line) => fault.test(line))).toHaveLength(1);
    expect(faults.join('\n')).not.toContain('Invalid input');
    // A provider with half of its settings gives a line for each missing one; every other change is one mistake and one
    // line.
    expect(faults.length).toBeLessThanOrEqual((change['BANK_URL'] ?? change['PROVIDERS']) ? 3 : 1);
  });

  test('an environment that is neither is answered with the possible values', () => {
    expect(faultsOf({ ENVIRONMENT: 'production' })).toEqual([
      'ENVIRONMENT: must be sandbox or live, not production. What takes real money is live.',
    ]);
  });

  /** Settings with a URL that neither the server nor a page fetches over the network of others. */
  const unfetched: Readonly<Record<string, string>> = {
    PUBLIC_URL: 'our own, in a row above',
    DATABASE_URL: 'no http',
    DATABASE_REPLICA_URL: 'no http',
    MIGRATION_DATABASE_URL: 'no http',
    SMTP_URL: 'no http',
    BITCOIN_RPC_URL: 'a node of our own network',
    ETHEREUM_RPC_URL: 'a node of our own network',
    WALLETCONNECT_RELAY_URL: 'no http, in a row above',
    SUPPORT_URL: 'a link',
    CLIENT_URL: 'a link',
    TERMS_URL: 'a link',
    PRIVACY_URL: 'a link',
    LEGAL_URL: 'a link',
    SANDBOX_URL: 'of the sandbox',
    PRODUCT_URL: 'of the sandbox',
    PARTNER_DEMO_URL: 'of the sandbox',
  };
  const fetched = exampleNames.filter((name) => /_(?:URL|ORIGIN)$/.test(name) && unfetched[name] === undefined);
  const plausible = (name: string) =>
    name.endsWith('_URL')
      ? 'https://provider.test'
      : name.endsWith('_SECRETS')
        ? `k1:${generated(name)}`
        : generated(name);
  const reported = (name: string, value: string) => {
    const provider = providerNames.find((one) => settingsOf(one).includes(name));
    const others = (provider === undefined ? [] : settingsOf(provider)).map((one) => [
      one,
      live[one] ?? plausible(one),
    ]);
    return faultsOf({ ...Object.fromEntries(others), [name]: value });
  };
  const origins: [string, (origin: string) => string][] = fetched.map((name) => [name, (origin) => origin]);

  test.each([...origins, ['OIDC_PROVIDERS', (origin: string) => `provider=client@${origin}`] as const])(
    '%s is fetched over TLS, and from another machine',
    (name, write) => {
      expect(reported(name, write('https://provider.test'))).toEqual([]);
      expect(reported(name, write('http://provider.test'))).toEqual([
        `${name}: must be https where ENVIRONMENT is live.`,
      ]);
      expect(reported(name, write('https://localhost:4001'))).toEqual([
        `${name}: is on this machine (localhost), where only a sandbox would be.`,
      ]);
    },
  );

  const unknown = (settings: Record<string, string>) =>
    faultsOf(settings).filter((line) => line.includes('no such setting'));

  test('each setting of the example is known, and each is found when it is misspelt', () => {
    const names = exampleNames;
    expect(names.length).toBeGreaterThan(60);
    expect(unknown(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual([]);
    const long = names.filter((name) => name.length > 8);
    const misspelt = long.map((name) => `${name.slice(0, 3)}${name.slice(4)}`);
    expect(unknown(Object.fromEntries(misspelt.map((name) => [name, 'x'])))).toHaveLength(new Set(misspelt).size);
  });

  test.each(providerNames)('any other name of the family of %s is refused too', (provider) => {
    const [first = ''] = settingsOf(provider);
    expect(unknown({ [`${first.split('_')[0]}_OF_ANOTHER_PROGRAM`]: 'x' })).toHaveLength(1);
  });
});

describe('providers that are not configured are not offered', () => {
  test('one acquirer and one chain are enough, and what is left out has no settings', () => {
    const config = readConfig(live);
    expect(config.PROVIDERS).toEqual(['card_one', 'bitcoin']);
    const known: Readonly<Record<string, unknown>> = { ...config };
    for (const name of providerNames.filter((one) => !config.PROVIDERS.includes(one)))
      for (const setting of settingsOf(name)) expect([setting, known[setting]]).not.toContain(live[setting] ?? 'none');
    expect([config.BANK_KEY, config.ETHEREUM_WALLET_KEY, config.ETHEREUM_TOKENS]).toEqual(['', '', []]);
  });

  test.each(providerNames)('a live server without %s starts', (name) => {
    const chain = name === 'bitcoin' ? ethereum : {};
    const bank = {
      BANK_URL: 'https://bank.test',
      BANK_KEY: generated('bank'),
      BANK_WEBHOOK_SECRETS: `k1:${generated('b')}`,
    };
    const without = Object.fromEntries(settingsOf(name).map((setting) => [setting, '']));
    expect(faultsOf({ ...bank, ...chain, ...without })).toEqual([]);
  });

  test('every flag that the widget asks for is known', () => {
    const folder = new URL('../../../widget/src/', import.meta.url);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /(?<!test)\.tsx?$/.test(name),
    );
    const sources = files.map((name) => readFileSync(new URL(name, folder), 'utf8')).join('\n');
    const asked = [...sources.matchAll(/(?:isFlagOn\(|flag: )'(\w+)'/g)].map(([, name = '']) => name);
    expect(asked.length).toBeGreaterThan(4);
    // The app reports this one itself.
    const flags = new Set(asked.filter((name) => name !== 'own_app_home'));
    expect(faultsOf({ FEATURES: [...flags].join(',') })).toEqual([]);
  });
});
