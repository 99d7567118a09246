import { describe, expect, test } from 'vitest';
import { clientLevels, type ClientLevel } from '../clients/client-level.ts';
import {
  groupOf,
  groupsOf,
  isGroupCompleted,
  isGroupOpen,
  isWizardEnabled,
  wizardsOf,
  type Wizard,
} from './wizards.ts';
import { levelOf, levelsOf, nextStage } from './level-stages.ts';

const plain = { isBasicVerifyEnabled: false, isZerohashFlow: false };
const basic = { ...plain, isBasicVerifyEnabled: true };
const combined = { ...plain, isZerohashFlow: true };
const both = { isBasicVerifyEnabled: true, isZerohashFlow: true };
const on = (wizard: Wizard, flags: typeof plain) =>
  clientLevels.filter((level) => isWizardEnabled(wizard, level, flags));
const done = (wizard: Wizard, flags: typeof plain) => {
  const group = groupOf(wizard, flags);
  return clientLevels.filter((level) => group !== undefined && isGroupCompleted(group, level));
};
const open = (wizard: Wizard, flags: typeof plain) => {
  const group = groupOf(wizard, flags);
  return clientLevels.filter((level) => group !== undefined && isGroupOpen(group, level));
};
const from = (level: ClientLevel) => clientLevels.slice(clientLevels.indexOf(level));

describe('2.5-01 A-072 the wizards of each variant', () => {
  test.each([
    [plain, ['email', 'phone', 'identity', 'address', 'bank_statement', 'wallet']],
    [basic, ['email', 'phone', 'basic', 'identity', 'address', 'bank_statement', 'wallet']],
    [combined, ['email', 'phone', 'identity', 'address', 'wallet']],
    [both, ['email', 'phone', 'basic', 'identity', 'address', 'wallet']],
  ])('%o', (flags, list) => expect(wizardsOf(flags)).toEqual(list));
});

describe('4.9 wizard progression', () => {
  test('4.9-01 the first step is enabled on unverified and email_phone', () => {
    for (const wizard of ['email', 'phone', 'basic'] as const)
      expect(on(wizard, basic)).toEqual(['unverified', 'email_phone']);
  });
  test('4.9-02 A-074 it completes at basic, or at email_phone where basic is off', () => {
    expect(done('phone', basic)).toEqual(from('basic'));
    expect(done('phone', plain)).toEqual(from('email_phone'));
  });
  test('4.9-03 4.9-04 identity opens where the first step completes, and completes at identity', () => {
    expect(on('identity', basic)).toEqual(['basic']);
    expect(on('identity', plain)).toEqual(['email_phone']);
    expect(done('identity', basic)).toEqual(from('identity'));
  });
  test('4.9-05, 4.9-06, 4.9-07, 4.9-08 address and bank statement follow one another', () => {
    expect([on('address', basic), done('address', basic)]).toEqual([['identity'], from('address')]);
    expect([on('bank_statement', basic), done('bank_statement', basic)]).toEqual([['address'], ['bank_statement']]);
  });
  test('4.9-09 A-075 a wallet can be started from basic, or from identity where basic is off', () => {
    expect(on('wallet', basic)).toEqual(from('basic'));
    expect(on('wallet', plain)).toEqual(from('identity'));
  });
  test('4.9-10, 4.9-11, 4.9-12 the combined variant holds identity and address in one group', () => {
    expect(groupsOf(both).map(({ name }) => name)).toEqual(['start', 'identity_address', 'wallet']);
    expect(on('address', both)).toEqual(['basic']);
    expect(on('address', combined)).toEqual(['email_phone']);
    expect(done('identity', both)).toEqual(['bank_statement']);
  });
  test('4.9-15 the payment group is open when the level is not unverified', () => {
    expect(open('wallet', basic)).toEqual(from('email_phone'));
  });
  test('4.9-16 the address group is open from identity', () => {
    expect(open('address', basic)).toEqual(from('identity'));
  });
});

describe('the level that approvals give', () => {
  const given = (level: ClientLevel, approved: readonly Wizard[], flags: typeof plain) =>
    levelOf({ level, isDone: (wizard) => approved.includes(wizard) }, flags);
  test.each<[ClientLevel, Wizard[], typeof plain, ClientLevel]>([
    ['unverified', ['basic', 'identity', 'address'], basic, 'unverified'],
    ['unverified', ['email'], basic, 'email_phone'],
    ['email_phone', ['email', 'identity'], basic, 'email_phone'],
    ['email_phone', ['email', 'basic'], basic, 'basic'],
    ['email_phone', ['email', 'basic', 'identity'], basic, 'identity'],
    ['email_phone', ['email', 'identity'], plain, 'identity'],
    ['basic', ['email', 'basic', 'address', 'bank_statement'], basic, 'basic'],
    ['identity', ['email', 'basic', 'identity', 'address', 'bank_statement'], basic, 'bank_statement'],
    ['address', [], basic, 'address'],
  ])('on %s with %o in %o: %s', (level, approved, flags, expected) =>
    expect(given(level, approved, flags)).toBe(expected),
  );
  test('A-073 in the combined variant both together give bank_statement, one alone nothing', () => {
    expect(given('basic', ['email', 'basic', 'identity'], both)).toBe('basic');
    expect(given('basic', ['email', 'basic', 'identity', 'address'], both)).toBe('bank_statement');
  });
  test('the levels of each variant', () => {
    expect(levelsOf(basic)).toEqual(['email_phone', 'basic', 'identity', 'address', 'bank_statement']);
    expect(levelsOf(plain)).toEqual(['email_phone', 'identity', 'address', 'bank_statement']);
    expect(levelsOf(both)).toEqual(['email_phone', 'basic', 'bank_statement']);
  });
  test('the next stage is named until the top', () => {
    expect(nextStage('unverified', both)).toEqual({ level: 'email_phone', wizards: ['email'] });
    expect(nextStage('email_phone', basic)).toEqual({ level: 'basic', wizards: ['basic'] });
    expect(nextStage('basic', both)).toEqual({ level: 'bank_statement', wizards: ['identity', 'address'] });
    expect(nextStage('bank_statement', basic)).toBeUndefined();
  });
});
