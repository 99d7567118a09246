import { setupI18n, type Messages } from '@lingui/core';

/** Values of a message. */
export type TextValues = Record<string, string | number>;
export type Translate = (key: string, values?: TextValues) => string;

/** Shown and logged when the texts of a language cannot be fetched (8-18). */
export const localesFailure = 'Locales loading failure';

export interface TextsOptions {
  language: string;
  /** Compiled texts that came with the page. */
  first: Messages;
  /** Fetches and compiles all texts of a language. */
  loadAll: (language: string) => Promise<Messages>;
  warn: (message: string) => void;
}

export interface Texts {
  t: Translate;
  language: () => string;
  /** Fetches every text of the language, once. Throws an error with the text of 8-18. */
  complete: () => Promise<void>;
  /** Fetches another language and shows it without a reload. */
  switchTo: (language: string) => Promise<void>;
  subscribe: (listener: () => void) => () => void;
  /** Grows with every change of the texts. */
  version: () => number;
}

/** The texts of the page: those of the first screen at once, the rest when first needed (1-47, 1-48). */
export function createTexts({ language, first, loadAll, warn }: TextsOptions): Texts {
  const warned = new Set<string>();
  const listeners = new Set<() => void>();
  let version = 0;
  const i18n = setupI18n({
    locale: language,
    messages: { [language]: first },
    missing(_locale, id) {
      if (!warned.has(id)) warn(`Missing text ${id}`);
      warned.add(id);
      return id;
    },
  });
  const whole = new Map<string, Promise<void>>();

  async function show(code: string): Promise<void> {
    try {
      i18n.loadAndActivate({ locale: code, messages: await loadAll(code) });
    } catch (error) {
      whole.delete(code);
      throw new Error(localesFailure, { cause: error });
    }
    version += 1;
    listeners.forEach((listener) => listener());
  }
  function load(code: string): Promise<void> {
    const pending = show(code);
    whole.set(code, pending);
    return pending;
  }

  return {
    t: (key, values) => i18n._(key, values),
    language: () => i18n.locale,
    complete: () => whole.get(i18n.locale) ?? load(i18n.locale),
    switchTo: load,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    version: () => version,
  };
}
