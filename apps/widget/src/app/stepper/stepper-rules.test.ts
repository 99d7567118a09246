import type { ErrorItem } from '@causeway/contract/errors/error-item';
import { describe, expect, test } from 'vitest';
import { backStep } from './next-step.ts';
import { isOrderKept, steps, toStep } from './steps.ts';
import { isStepAllowed } from './create-stage.ts';
import { nextMerchantStep } from './create-moves.ts';
import { stepOfErrors, withoutStep } from './place-order.ts';

const error = (field: string): ErrorItem => ({ type: 'danger', field, code: 'REQUIRED', text: '' });

describe('4.2 merchant flow', () => {
  const facts = { isOrderFinished: false, isPreorderFull: false };
  test.each([
    ['4.2-01 init shows a finished order', 'init', { isOrderFinished: true }, 'status'],
    ['4.2-02 init opens the merchant exchange otherwise', 'init', {}, 'exchangeMerchant'],
    ['4.2-03, A-014 a full preorder leads to the status', 'exchangeMerchant', { isPreorderFull: true }, 'status'],
    ['4.2-03 an empty one stays', 'exchangeMerchant', {}, 'exchangeMerchant'],
    ['4.2-04 the status stays', 'status', {}, 'status'],
  ] as const)('%s', (_name, step, part, next) => {
    expect(nextMerchantStep(step, { ...facts, ...part })).toBe(next);
  });

  test('4.2-05, A-011 only two steps are allowed', () => {
    expect(isStepAllowed('exchangeMerchant', 'merchant')).toBe(true);
    expect(isStepAllowed('status', 'merchant')).toBe(true);
    expect(isStepAllowed('address', 'merchant')).toBe(false);
  });
  test('4.2-06 back from the address is the verification', () =>
    expect(backStep('address', true)).toBe('verification'));
  test('4.2-07 back from the verification is the address', () =>
    expect(backStep('verification', true)).toBe('address'));
});

describe('4.3 back navigation and side effects', () => {
  test.each(['auth', 'verification', 'address', 'confirmation'] as const)(
    '4.3-01 back from %s is the exchange',
    (step) => {
      expect(backStep(step, false)).toBe('exchange');
    },
  );
  test.each(['exchange', 'status'] as const)('4.3-01 there is no step back from %s', (step) => {
    expect(backStep(step, false)).toBeUndefined();
  });
  test('4.3-02, 4.3-03 back clears the errors of the step and those of the server, and keeps others', () => {
    const errors = [error('dst_address'), error(''), error('payin_amount')];
    expect(withoutStep('address', errors)).toEqual([error('payin_amount')]);
  });
  test.each([
    ['4.3-07 a finished order is dropped', 'order-status', 'finished', false],
    ['4.3-08, A-009 an order that needs the client is kept', 'order-status', 'card_pending', true],
    ['4.3-09, A-010 moving between steps keeps the order', 'order-stepper', 'processing', true],
    ['4.3-09 coming from affiliate keeps the order', 'affiliate-statistic', 'processing', true],
    ['4.3-07 coming from anywhere else drops it', 'language', 'processing', false],
  ] as const)('%s', (_name, from, status, isKept) => {
    expect(isOrderKept(from, status)).toBe(isKept);
  });
  test('4.3-20 an error on an address field opens the address', () => {
    expect(stepOfErrors('exchange', [error('iban')])).toBe('address');
    expect(stepOfErrors('address', [error('payin_amount')])).toBe('exchange');
  });
  test('A-034 an error of the step on screen moves nowhere', () => {
    expect(stepOfErrors('address', [error('payin_amount'), error('dst_address')])).toBeUndefined();
  });
  test('4.3-21 other steps are left alone', () => expect(stepOfErrors('auth', [error('iban')])).toBeUndefined());
});

test('2.3-01 these are the steps, each known by its name', () => {
  const names = 'exchange exchangeMerchant address confirmation auth verification status'.split(' ');
  expect(steps).toEqual(names);
  expect(names.map(toStep)).toEqual(names);
});

test('2.3-03 an unknown step is refused', () => expect(() => toStep('nowhere')).toThrow('Step not found'));

test('1-38 directBuy shows three steps', () => {
  const shown = ['exchange', 'auth', 'verification', 'address', 'status'] as const;
  expect(shown.filter((step) => isStepAllowed(step, 'directBuy'))).toEqual(['auth', 'verification', 'status']);
});
