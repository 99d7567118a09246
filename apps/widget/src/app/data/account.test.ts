import type { ConfigAnswer } from '@causeway/contract/shapes/site-config';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { client } from '../../../tests/fixtures.ts';
import type { Api } from '../../lib/api/api.ts';
import { memoryStore } from '../../lib/session/memory-store.ts';
import { createSession } from '../../lib/session/session.ts';
import { widgetOptions } from '../../features/exchange/rules/widget-options.ts';
import { createAccount } from './account.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const isConfig = (_value: unknown): _value is ConfigAnswer => true;

function setUp({
  answered = async () => {},
  nameOf = (): string => 'Elin',
  language = (): string => 'en',
  options = {},
  widgetParams = {},
} = {}) {
  const asked: string[] = [];
  const option = { code: 'balance', currency: 'EUR', balanceAmount: '1284.50' };
  const config = {
    features: {},
    swConfig: { widgetParams, payinSelect: [{ groups: [option] }], payoutSelect: [{ groups: [option] }] },
  };
  const api: Pick<Api, 'call'> = {
    call: async (endpoint) => {
      asked.push(endpoint.path);
      const firstName = nameOf();
      await answered();
      return JSON.parse(JSON.stringify({ client: { ...client, firstName }, ...config }));
    },
  };
  if (!isConfig(config)) throw new Error('never');
  const session = createSession(memoryStore());
  session.set({ access: 'a1', refresh: 'r1' });
  const initial = { client, config };
  const log = { warn: vi.fn(), error: vi.fn() };
  const account = createAccount({ initial, api, session, partnerKey: '', language, options, log });
  account.start();
  return { account, session, asked };
}

describe('4.6 who uses the widget', () => {
  test('4.6-05, A-065 the client is read 2 s after a change of the tokens; several changes are one reading', async () => {
    const { account, session, asked } = setUp();
    session.set({ access: 'a2', refresh: 'r2' }, 'refreshed');
    await vi.advanceTimersByTimeAsync(1000);
    session.set({ access: 'a3', refresh: 'r3' }, 'refreshed');
    await vi.advanceTimersByTimeAsync(1999);
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toEqual(['/onramp/client']);
    expect(account.store.getState().client.firstName).toBe('Elin');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveLength(1);
  });
  test('4.6-06, A-065 a late answer about a client who has signed out meanwhile is not shown: the one of now is asked', async () => {
    const names = ['Ada', 'Elin'];
    const answers: (() => void)[] = [];
    const { account, session, asked } = setUp({
      answered: () => new Promise<void>((resolve) => answers.push(resolve)),
      nameOf: () => names[answers.length] ?? '',
    });
    const read = account.refreshClient();
    session.clear('other-tab');
    session.set({ access: 'b1', refresh: 'b2' }, 'other-tab');
    answers[0]?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(account.store.getState().client.firstName).toBe(client.firstName);
    answers[1]?.();
    await read;
    expect(asked).toEqual(['/onramp/client', '/onramp/client']);
    expect(account.store.getState().client.firstName).toBe('Elin');
    const last = account.refreshClient();
    session.clear('other-tab');
    answers[2]?.();
    await last;
    expect(account.store.getState().client).toMatchObject({ isAuthorized: 0, email: '' });
  });
  test('an answer that was overtaken by a later one does not bring back what was before', async () => {
    const names = ['Ada', 'Elin'];
    const answers: (() => void)[] = [];
    const { account } = setUp({
      answered: () => new Promise<void>((resolve) => answers.push(resolve)),
      nameOf: () => names[answers.length] ?? '',
    });
    const [first, second] = [account.refreshClient(), account.refreshClient()];
    answers[1]?.();
    await second;
    answers[0]?.();
    await first;
    expect(account.store.getState().client.firstName).toBe('Elin');
    const configs = [account.refreshConfig(), account.refreshConfig()];
    answers[3]?.();
    await configs[1];
    const newest = account.store.getState().config;
    answers[2]?.();
    await configs[0];
    expect(account.store.getState().config).toBe(newest);
  });
  test('4.6-06 a config that was asked for before a log-out brings no balance back', async () => {
    const answers: (() => void)[] = [];
    const { account, session, asked } = setUp({
      answered: () => new Promise<void>((resolve) => answers.push(resolve)),
    });
    const read = account.refreshConfig();
    session.clear('signed-out');
    account.forget();
    answers[0]?.();
    await vi.advanceTimersByTimeAsync(0);
    const { payinSelect } = account.store.getState().config.swConfig;
    expect(payinSelect[0]?.groups[0]?.balanceAmount).toBe('');
    answers[1]?.();
    await read;
    expect(asked).toEqual(['/onramp/config', '/onramp/config']);
  });
  test('1-40 a config that was answered in the language before is asked for again', async () => {
    let spoken = 'en';
    const { account, asked } = setUp({ answered: async () => void (spoken = 'uk'), language: () => spoken });
    await account.refreshConfig();
    expect(asked).toEqual(['/onramp/config', '/onramp/config']);
  });
  test('3-12 what the page was made with is read, however often and in whatever spelling its URL says it', () => {
    const options = { product_details: 'of a link', productDetails: 'of a link', hide_back: '1' };
    const { account } = setUp({ options, widgetParams: { product_details: 'of the page' } });
    const shown = widgetOptions(account.store.getState().config.swConfig.widgetParams);
    expect([shown.productDetails, shown.hideBack]).toEqual(['of the page', true]);
    // Where the server left them out they are a stranger's.
    const { account: other } = setUp({ options: { ...options, description: 'of a link' } });
    const { productDetails, description } = widgetOptions(other.store.getState().config.swConfig.widgetParams);
    expect([productDetails, description]).toEqual(['', '']);
  });
  test('4.6-06 after a logout no balance is left, and nothing of the client', () => {
    const { account } = setUp();
    account.forget();
    const { client: left, config } = account.store.getState();
    const options = [...config.swConfig.payinSelect, ...config.swConfig.payoutSelect].flatMap(({ groups }) => groups);
    expect(options.map(({ balanceAmount }) => balanceAmount)).toEqual(['', '']);
    expect(left).toMatchObject({ isAuthorized: 0, email: '', niceId: '', limitLevel: 'unverified' });
    expect(JSON.stringify(left)).not.toContain('elin');
  });
});
