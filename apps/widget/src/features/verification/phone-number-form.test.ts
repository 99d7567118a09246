import { expect, test } from 'vitest';
import { guessCountry, toInternational } from './phone-number-form.tsx';

test.each([
  ['020 7946 0958', '44', '+442079460958'],
  ['+49 30 1234-56', '44', '+4930123456'],
  ['0049 30 123456', '44', '+4930123456'],
  [' (212) 555 0100 ', '1', '+12125550100'],
])('A-136 %j in the country of +%s is %s', (typed, phoneCode, phone) =>
  expect(toInternational(typed, phoneCode)).toBe(phone),
);

test.each([
  ['uk', 'UA'],
  ['es-MX', 'MX'],
  ['en', 'AU'],
])('the first country for the language %s is %s, of those that there are', (language, code) =>
  expect(guessCountry([{ code: 'AU' }, { code: 'MX' }, { code: 'UA' }], language)).toBe(code),
);
