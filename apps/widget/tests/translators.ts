import { readFileSync } from 'node:fs';
import { setupI18n } from '@lingui/core';
import { z } from 'zod';
import { compileTexts } from './compile-texts.ts';
import type { Translate } from '../src/lib/i18n/texts.ts';

const catalogues = new URL('../../server/src/modules/locales/catalogues/', import.meta.url);

/** The first screen's texts in a language, as the page says them. */
function translator(language: string): Translate {
  const texts = readFileSync(new URL(`${language}/widget.json`, catalogues), 'utf8');
  const messages = compileTexts(z.record(z.string(), z.string()).parse(JSON.parse(texts)));
  const i18n = setupI18n({ locale: language, messages: { [language]: messages } });
  return (key, values) => i18n._(key, values);
}

export const english = translator('en');
export const spanish = translator('es');
