import { describe, expect, test } from 'vitest';
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
});
