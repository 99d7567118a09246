import { describe, expect, test } from 'vitest';
import { listCountries } from './routes.ts';

const config = { PHONE_RESTRICTED_COUNTRIES: ['KP'] };
const of = (language: 'en' | 'es' | 'uk', code: string) =>
  listCountries(config, language).find((country) => country.code === code);

describe('C-19 countries', () => {
  test('7-62 with dialling code, union, states and restriction', () => {
    expect(of('en', 'DE')).toEqual({
      code: 'DE',
      name: 'Germany',
      phoneCode: '49',
      isEu: 1,
      isRestricted: 0,
      hasStates: 0,
    });
    expect(of('en', 'US')).toMatchObject({ phoneCode: '1', isEu: 0, hasStates: 1 });
    expect(of('en', 'KP')).toMatchObject({ isRestricted: 1 });
  });

  test('in the names and the order of the language', () => {
    expect(of('uk', 'DE')?.name).toBe('Німеччина');
    const names = listCountries(config, 'es').map(({ name }) => name);
    expect(names.indexOf('Alemania')).toBeLessThan(names.indexOf('Zambia'));
    expect(names.length).toBeGreaterThan(200);
  });
});
