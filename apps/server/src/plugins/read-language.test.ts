import { describe, expect, test } from 'vitest';
import { readLanguage, readLanguageAmong } from './read-language.ts';

describe('A-060 the language of a caller', () => {
  test.each([
    ['de-DE,de;q=0.9,es;q=0.8', 'de', 'es'],
    ['uk-UA', 'uk', 'uk'],
    ['de', 'de', 'en'],
    ['xx,es-MX;q=0.5', 'es', 'es'],
    ['', 'en', 'en'],
  ])('%s is %s, and on a page, which has texts in three, %s', (header, language, ofPage) => {
    expect(readLanguage(header)).toBe(language);
    expect(readLanguageAmong(['en', 'es', 'uk'], header)).toBe(ofPage);
  });
});
