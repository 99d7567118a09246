import type { WizardView } from '@causeway/contract/shapes/verification';
import { describe, expect, test } from 'vitest';
import { wizardsOf } from '@causeway/domain/verification/wizards';
import { maskPhone, walletRows, wizardRows } from './wizard-rows.ts';

const none: WizardView = { isVerified: 0, isLocked: 0, status: 'new' };
const done: WizardView = { isVerified: 1, isLocked: 0, status: 'approved' };
const start = {
  address: none,
  bankStatement: none,
  basic: none,
  email: done,
  identity: none,
  phone: none,
  wallets: [],
};
const flags = { isBasicVerifyEnabled: true, isZerohashFlow: false };
const rows = (views: Partial<typeof start>, clientLevel: 'email_phone' | 'basic' | 'identity', of = flags) =>
  wizardRows(Object.assign({ clientLevel }, start, views), wizardsOf(of), of).map(({ wizard, state, after }) =>
    [wizard, state, after].filter((part) => part !== undefined).join(' '),
  );

describe('the list of the wizards', () => {
  test('2.1-10 it holds the kinds that apply, each with what it offers', () => {
    expect(rows({}, 'email_phone')).toEqual([
      'email verified',
      'phone start',
      'basic start',
      'identity locked basic',
      'address locked identity',
      'bank_statement locked address',
    ]);
  });
  test('a declined one is to be fixed, a submitted one is in review, a rejected one is refused', () => {
    const identity = (status: 'uploaded' | 'declined' | 'rejected') =>
      rows({ basic: done, identity: { ...none, status } }, 'basic')[3];
    expect([identity('declined'), identity('uploaded'), identity('rejected')]).toEqual([
      'identity fix',
      'identity review',
      'identity refused',
    ]);
  });
  test('without the basic wizard identity opens after the e-mail', () => {
    const plain = { isBasicVerifyEnabled: false, isZerohashFlow: false };
    expect(rows({}, 'email_phone', plain)).toContain('identity start');
  });
});

describe('the rows of the cards', () => {
  const wallets = [{ ...none, id: 'card-1', cardNumber: '···· 4417' }];
  const cards = (clientLevel: 'unverified' | 'email_phone' | 'basic', of = flags) =>
    walletRows({ ...start, clientLevel, wallets }, of).map(({ state, after }) => [state, after]);
  test('4.9-15 A-075 they show once the e-mail is confirmed, and open with the basic level, else with the identity', () => {
    expect([cards('unverified'), cards('email_phone'), cards('basic')]).toEqual([
      [],
      [['locked', 'basic']],
      [['start', undefined]],
    ]);
    const plain = { isBasicVerifyEnabled: false, isZerohashFlow: false };
    expect(cards('email_phone', plain)).toEqual([['locked', 'identity']]);
  });
});

test('a number in the list says whose it is to its owner alone', () => {
  expect([maskPhone('+442079460958'), maskPhone('')]).toEqual(['+442 ··· ·· 58', '']);
});
