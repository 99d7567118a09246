import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { live } from './fixtures/live-settings.ts';
import { describeWalletConnect, listRelayOrigins } from './walletconnect/config-walletconnect.ts';

/** The settings of the sandbox under the name of a live server. */
function liveText(): Record<string, string> {
  const texts = Object.entries(readConfig({})).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' || typeof value === 'number' ? [[key, String(value)]] : [],
  );
  return { ...Object.fromEntries(texts), ETHEREUM_TOKENS: `USDT:0x${'1'.repeat(40)}`, ENVIRONMENT: 'live' };
}

describe('the configuration', () => {
  test('needs nothing for the sandbox', () => {
    const config = readConfig({});
    expect(config.PORT).toBe(4000);
    expect(config.ACQUIRER_URL).toBe('http://localhost:4001/acquirer');
    expect(config.PUBLIC_URL).toBe('http://localhost:4000');
  });

  test('withdrawals are on in the sandbox, and on a live server only where they are named', () => {
    const isOn = (given: Readonly<Record<string, string>>) =>
      readConfig(given).FEATURES.split(',').includes('new_widget_withdrawal');
    expect(live).not.toHaveProperty('FEATURES');
    expect([isOn({}), isOn({ FEATURES: 'biometrics' }), isOn(live)]).toEqual([true, false, false]);
    expect(isOn({ ...live, FEATURES: 'new_widget_withdrawal' })).toBe(true);
  });

  test('wallets are connected by the relay that is named: in the sandbox its own, on a live server none by itself', () => {
    const sandbox = readConfig({});
    expect(listRelayOrigins(sandbox)).toEqual(['ws://localhost:4001']);
    expect(describeWalletConnect(sandbox)).toEqual({
      walletConnect: { projectId: 'causeway-sandbox', relayUrl: 'ws://localhost:4001/walletconnect/relay' },
    });
    const unset = readConfig(live);
    expect([listRelayOrigins(unset), describeWalletConnect(unset)]).toEqual([[], {}]);
    const set = readConfig({ ...live, WALLETCONNECT_PROJECT_ID: '0123456789abcdef' });
    expect(listRelayOrigins(set)).toEqual(['wss://relay.walletconnect.org']);
  });

  test('lists every fault at once', () => {
    expect.assertions(2);
    try {
      readConfig({ PORT: 'abc', LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://x' });
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError);
      expect(error instanceof ConfigError && error.faults).toHaveLength(3);
    }
  });

  test('a live server must name its providers', () => {
    expect(() => readConfig({ ENVIRONMENT: 'live' })).toThrow(/ACQUIRER_…/);
  });

  test('a captcha provider is configured completely or not at all', () => {
    expect(readConfig({}).CAPTCHA).toBe('proof-of-work');
    expect(() => readConfig({ CAPTCHA: 'siteverify', CAPTCHA_SECRET: 'live-captcha-secret' })).toThrow(
      'CAPTCHA_SECRET: is not a sandbox key',
    );
    const live = { ...liveText(), CAPTCHA_COST: '499' };
    expect(() => readConfig(live)).toThrow('CAPTCHA_COST: must be 500');
    expect(() => readConfig({ ...live, CAPTCHA: 'siteverify', CAPTCHA_SITE_KEY: '' })).toThrow(
      'CAPTCHA_SITE_KEY: is needed',
    );
  });

  test('the sandbox refuses a key that is not its own', () => {
    expect(() => readConfig({ ACQUIRER_KEY: 'sk_live_0123456789abcdef' })).toThrow(/not a sandbox key/);
  });

  test.each([
    'ACQUIRER_KEY',
    'ACQUIRER_PUBLIC_KEY',
    'ACQUIRER_TWO_KEY',
    'ACQUIRER_TWO_PUBLIC_KEY',
    'SOFORT_KEY',
    'WALLET_KEY',
  ])('%s: the sandbox takes no live key, and a live server none of the sandbox', (name) => {
    expect(() => readConfig({ [name]: 'xx_live_0123456789abcdef' })).toThrow(`${name}: is not a sandbox key`);
    expect(() => readConfig(liveText())).toThrow(`${name}: is a sandbox key`);
  });

  test.each([
    'ACQUIRER_WEBHOOK_SECRETS',
    'ACQUIRER_TWO_WEBHOOK_SECRETS',
    'SOFORT_WEBHOOK_SECRETS',
    'WALLET_WEBHOOK_SECRETS',
  ])('%s must name the key of each secret', (name) => {
    expect(() => readConfig({ [name]: 'whsec_sandbox_without_a_key' })).toThrow(/keyId:secret/);
  });
});
