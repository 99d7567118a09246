import { expect, test } from 'vitest';
import { languages } from './languages.ts';
import { pathCodeByServerCode, toLanguage, toServerCode } from './server-codes.ts';

test('1-45, 9-43, A-058 all 16 codes map both ways', () => {
  expect(Object.keys(pathCodeByServerCode)).toHaveLength(16);
  for (const language of languages) expect(toLanguage(toServerCode(language))).toBe(language);
});

test('1-46 an unlisted language is the default', () => {
  expect(toLanguage('xx')).toBe('en');
});
