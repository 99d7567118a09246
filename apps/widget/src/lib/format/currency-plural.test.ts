import { expect, test } from 'vitest';
import { currencyPlural } from './currency-plural.ts';

test.each([
  ['EUR', 'en', 'euros'],
  ['USD', 'en', 'US dollars'],
  ['EUR', 'es', 'euros'],
  ['XXQ', 'en', 'XXQ'],
])('several %s in %s are %s', (code, language, name) => expect(currencyPlural(code, language)).toBe(name));
