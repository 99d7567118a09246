import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

describe('the configuration', () => {
  test('needs nothing for the sandbox', () => {
    const config = readConfig({});
    expect(config.PORT).toBe(4000);
    expect(config.ACQUIRER_URL).toBe('http://localhost:4001/acquirer');
    expect(config.PUBLIC_URL).toBe('http://localhost:4000');
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

  test('a live server must name its firms', () => {
    expect(() => readConfig({ ENVIRONMENT: 'live' })).toThrow(/ACQUIRER_URL/);
  });

  test('the sandbox refuses a key that is not its own', () => {
    expect(() => readConfig({ ACQUIRER_KEY: 'sk_live_0123456789abcdef' })).toThrow(/not a sandbox key/);
  });
});
