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
  /**
   * Fetches every text of a language, of the one that is shown if none is given, once. Throws an error with the text of
   * 8-18.
   */
  complete: (language?: string) => Promise<void>;
  /** Shows a language whose texts are complete, without a reload. */
  show: (language: string) => void;
  subscribe: (listener: () => void) => () => void;
  /** Grows with every change of the shown texts; zero until all of them are there. */
  version: () => number;
}

/** The texts of the page: those of the first screen at once, the rest when first needed (1-47, 1-48). */
export function createTexts({ language, first, loadAll, warn }: TextsOptions): Texts {
  const warned = new Set<string>();
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

  async function load(code: string): Promise<void> {
    try {
      const messages = await loadAll(code);
      // What comes after another language was shown is kept, and not shown.
      if (code === i18n.locale) version += 1;
      i18n.load(code, messages);
    } catch (error) {
      whole.delete(code);
      throw new Error(localesFailure, { cause: error });
    }
  }

  return {
    t: (key, values) => i18n._(key, values),
    language: () => i18n.locale,
    complete(code = i18n.locale) {
      const pending = whole.get(code) ?? load(code);
      whole.set(code, pending);
      return pending;
    },
    show(code) {
      version += 1;
      i18n.activate(code);
    },
    subscribe: (listener) => i18n.on('change', listener),
    version: () => version,
  };
}
