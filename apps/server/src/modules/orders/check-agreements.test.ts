import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { catalogueLanguages } from '../locales/catalogues.ts';
import { createTexts } from '../locales/create-texts.ts';
import { checkAgreements } from './create-order.ts';

const all = { isAgreeRate: true, isAgreeName: true, isRememberCard: true, isRememberCardAgree: true };
const order = { isFloatingRate: true, payinGroup: 'sepa', payoutGroup: 'bitcoin' };

describe('A-024 agreements', () => {
  test.each<[string, Partial<typeof order>, Partial<typeof all>, string[]]>([
    ['all given', {}, {}, []],
    ['a floating rate', {}, { isAgreeRate: false }, ['is_agree_rate']],
    ['a fixed rate asks for none', { isFloatingRate: false }, { isAgreeRate: false }, []],
    ['a bank account that pays', {}, { isAgreeName: false }, ['is_agree_name']],
    [
      'a bank account that is paid',
      { payinGroup: 'bitcoin', payoutGroup: 'sepa' },
      { isAgreeName: false },
      ['is_agree_name'],
    ],
    ['no bank account', { payinGroup: 'card' }, { isAgreeName: false }, []],
    ['a card to keep', {}, { isRememberCardAgree: false }, ['is_remember_card_agree']],
    ['no card to keep', {}, { isRememberCard: false, isRememberCardAgree: false }, []],
    ['several at once', {}, { isAgreeRate: false, isAgreeName: false }, ['is_agree_rate', 'is_agree_name']],
  ])('%s', (_why, changes, given, fields) => {
    const items = checkAgreements({ ...order, ...changes }, { ...all, ...given });
    expect(items.map(({ code, field }) => [code, field])).toEqual(fields.map((field) => ['AGREEMENT_REQUIRED', field]));
  });

  const texts = createTexts({ warn() {} });
  const items = checkAgreements(order, {
    isAgreeRate: false,
    isAgreeName: false,
    isRememberCard: true,
    isRememberCardAgree: false,
  });
  const changedTerms = { code: 'AGREEMENT_REQUIRED' } as const;

  test.each(catalogueLanguages)('%s: each that is missing is named, none as changed terms', (language) => {
    const said = [...items, changedTerms].map((item) => texts.toErrorItem(language, item).text);
    expect(new Set(said).size).toBe(4);
  });

  test('a refusal names its agreement, except for changed terms', () => {
    const rooms = new URL('../', import.meta.url);
    const refused = readdirSync(rooms, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
      .flatMap((path) =>
        [...readFileSync(new URL(path, rooms), 'utf8').matchAll(/\{ code: 'AGREEMENT_REQUIRED'[^\n]*/g)].map(
          ([line]) => [path, line.includes('values: { agreement')] as const,
        ),
      );
    expect(refused.length).toBeGreaterThan(3);
    expect(refused.filter(([, isNamed]) => !isNamed).map(([path]) => path)).toEqual(['settings/agreements.ts']);
  });
});
