import { expect, test } from 'vitest';
import { currencyName, currencyPlural } from './currency-names.ts';

test.each([
  ['EUR', 'en', 'euros'],
  ['USD', 'en', 'US dollars'],
  ['EUR', 'es', 'euros'],
  ['XXQ', 'en', 'XXQ'],
])('several %s in %s are %s', (code, language, name) => expect(currencyPlural(code, language)).toBe(name));

test.each([
  ['USD', 'US dollar', 0, 'en', 'US dollar'],
  ['USD', 'US dollar', 0, 'es', 'Dólar estadounidense'],
  ['USD', 'US dollar', 0, 'uk', 'Долар США'],
  ['EUR', 'Euro', 0, 'uk', 'Євро'],
  ['BTC', 'Bitcoin', 1, 'uk', 'Bitcoin'],
] as const)('%s, %s (crypto %i) in %s is %s', (code, fullname, isCrypto, language, name) => {
  expect(currencyName(code, { fullname, isCrypto }, language)).toBe(name);
});

test('a currency that is not known has its code', () => {
  expect(currencyName('XYZ', undefined, 'es')).toBe('XYZ');
});
