import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { AppParts } from './app-parts.ts';
import { followClientLanguage, applyHostLanguage } from './change-language.ts';

const isParts = (_parts: unknown): _parts is AppParts => true;
const root = { lang: 'en' };

beforeEach(() => {
  root.lang = 'en';
  vi.stubGlobal('document', { documentElement: root });
  return () => vi.unstubAllGlobals();
});

interface Setting {
  cookie?: string;
  boot?: { isLanguageNamed?: true };
}

/** A page in English, with a client whose language is Ukrainian. */
function setUp({ cookie, boot }: Setting = {}) {
  let spoken = 'en';
  const cookies = new Map(cookie === undefined ? [] : [['lang', cookie]]);
  const store = createStore(() => ({ client: { isAuthorized: 0, lang: 'eng' } }));
  const parts = {
    runtime: {
      boot: { languages: ['en', 'es', 'uk'], ...boot },
      cookies: {
        read: (name: string) => cookies.get(name),
        write: (name: string, to: string) => cookies.set(name, to),
      },
      texts: {
        language: () => spoken,
        complete: vi.fn(async (_code: string): Promise<void> => undefined),
        show: (code: string) => void (spoken = code),
      },
      frame: { changeLanguage: vi.fn() },
      log: { warn: vi.fn() },
    },
    router: { rewriteLanguage: vi.fn() },
    prices: { refresh: vi.fn() },
    account: { store, refreshConfig: vi.fn(async () => undefined) },
  };
  const signIn = (lang = 'ukr') => store.setState({ client: { isAuthorized: 1, lang } });
  if (!isParts(parts)) throw new Error('never');
  return { parts, signIn, cookies, spoken: () => spoken };
}

describe('A-060 the saved language of a client', () => {
  test('is shown once he is known, where nothing has named another, and kept in the cookie', async () => {
    const { parts, signIn, cookies, spoken } = setUp();
    followClientLanguage(parts);
    expect(spoken()).toBe('en');
    signIn();
    await vi.waitFor(() => expect(parts.account.refreshConfig).toHaveBeenCalledOnce());
    expect([spoken(), root.lang, cookies.get('lang')]).toEqual(['uk', 'uk', 'uk']);
    expect(parts.router.rewriteLanguage).toHaveBeenCalledOnce();
    expect(parts.runtime.frame.changeLanguage).toHaveBeenCalledWith('uk');
  });
  test('of a client who is known already is shown at once', async () => {
    const { parts, signIn, spoken } = setUp();
    signIn();
    followClientLanguage(parts);
    await vi.waitFor(() => expect(spoken()).toBe('uk'));
  });
  test('is shown where another tab has just kept it, though this page came in the language before', async () => {
    const { parts, signIn, spoken } = setUp({ cookie: 'uk' });
    followClientLanguage(parts);
    signIn();
    await vi.waitFor(() => expect(spoken()).toBe('uk'));
  });
  test.each([
    ['was chosen in this browser', { cookie: 'es' }, 'ukr'],
    ['is in the URL', { boot: { isLanguageNamed: true } }, 'ukr'],
    ['is all that has texts', {}, 'deu'],
  ] as const)('does not replace a language that %s', (_name, setting, lang) => {
    const { parts, signIn, spoken, cookies } = setUp(setting);
    followClientLanguage(parts);
    signIn(lang);
    expect(spoken()).toBe('en');
    expect(cookies.get('lang')).toBe('cookie' in setting ? setting.cookie : undefined);
  });
  test('does not replace the one that the page around has asked for, the same as before too', async () => {
    const { parts, signIn, spoken } = setUp();
    followClientLanguage(parts);
    await applyHostLanguage(parts, 'en');
    signIn();
    expect(spoken()).toBe('en');
  });
});

describe('A-057 the language of the page around the widget', () => {
  test('1-40 comes with texts of the server: methods and price are asked for again', async () => {
    const { parts, spoken } = setUp();
    await applyHostLanguage(parts, 'es');
    expect([spoken(), root.lang]).toEqual(['es', 'es']);
    expect(parts.account.refreshConfig).toHaveBeenCalledOnce();
    expect(parts.prices.refresh).toHaveBeenCalledOnce();
    await applyHostLanguage(parts, 'es');
    expect(parts.prices.refresh).toHaveBeenCalledOnce();
  });
  test('is the one that was asked for last, whichever texts come last', async () => {
    const { parts, spoken } = setUp();
    const late = Promise.withResolvers<void>();
    parts.runtime.texts.complete.mockReturnValueOnce(late.promise);
    const changes = [applyHostLanguage(parts, 'es'), applyHostLanguage(parts, 'uk')];
    await changes[1];
    late.resolve();
    await changes[0];
    expect([spoken(), root.lang]).toEqual(['uk', 'uk']);

    parts.runtime.texts.complete.mockReturnValueOnce(new Promise((resolve) => setTimeout(resolve)));
    await Promise.all([applyHostLanguage(parts, 'es'), applyHostLanguage(parts, 'uk')]);
    expect([spoken(), root.lang]).toEqual(['uk', 'uk']);
  });
  test('A-059 may be named by its three letters', async () => {
    const { parts, spoken } = setUp();
    await applyHostLanguage(parts, 'spa');
    expect(spoken()).toBe('es');
  });
  test('1-40 without texts is not claimed', async () => {
    const { parts, spoken } = setUp();
    await applyHostLanguage(parts, 'de');
    expect([spoken(), root.lang]).toEqual(['en', 'en']);
    expect(parts.runtime.texts.complete).not.toHaveBeenCalled();
  });
});
