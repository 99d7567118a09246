import { describe, expect, test } from 'vitest';
import { type StepFacts, nextStep } from './next-step.ts';

const facts: StepFacts = {
  isAuthorized: true,
  isVerificationOutstanding: false,
  isPreorderFull: true,
  isSecondStepSkipped: false,
  isContinuing: true,
  isOrderFinished: false,
  hasOrder: false,
};

describe('4.1 order stepper, default flow', () => {
  test.each([
    ['4.1-01 init opens the exchange', 'init', {}, 'exchange'],
    ['4.1-02 a visitor goes from the exchange to the sign-in', 'exchange', { isAuthorized: false }, 'auth'],
    ['4.1-03 outstanding verification comes first', 'exchange', { isVerificationOutstanding: true }, 'verification'],
    ['4.1-04 a skipped second step leads to the order', 'exchange', { isSecondStepSkipped: true }, 'status'],
    ['4.1-05 a full preorder leads to the address', 'exchange', {}, 'address'],
    ['4.1-06 an empty preorder stays', 'exchange', { isPreorderFull: false }, 'exchange'],
    ['4.1-07 a confirmed order is shown', 'confirmation', {}, 'status'],
    ['4.1-08, 4.6-09 a visitor cannot confirm', 'confirmation', { isAuthorized: false }, 'auth'],
    ['4.1-09 the address of a full preorder leads to the order', 'address', {}, 'status'],
    ['4.1-10 the address of an empty one leads back', 'address', { isPreorderFull: false }, 'exchange'],
    ['4.1-11 after the sign-in verification comes first', 'auth', { isVerificationOutstanding: true }, 'verification'],
    ['4.1-12, A-001 a finished order is shown after the sign-in', 'auth', { isOrderFinished: true }, 'status'],
    ['4.1-13 a continued payment goes to the address', 'auth', {}, 'address'],
    ['4.1-14 a continued payment without an amount starts again', 'auth', { isPreorderFull: false }, 'exchange'],
    ['4.1-15 a plain sign-in shows the exchange', 'auth', { isContinuing: false }, 'exchange'],
    ['4.1-16 a verified client sees the order that waits', 'verification', { hasOrder: true }, 'status'],
    ['4.1-17 a verified client without one goes to the address', 'verification', {}, 'address'],
    ['4.1-18 a verified client without an amount starts again', 'verification', { isPreorderFull: false }, 'exchange'],
    [
      '4.1-19 the status of a finished order stays',
      'status',
      { isOrderFinished: true, isPreorderFull: false },
      'status',
    ],
    ['4.1-19 the status of a full preorder stays', 'status', {}, 'status'],
    ['4.1-20 the status of nothing leads to the exchange', 'status', { isPreorderFull: false }, 'exchange'],
    ['4.1-21, A-002 a visitor comes to the sign-in from the address', 'address', { isAuthorized: false }, 'auth'],
    ['4.1-21 a visitor comes to the sign-in from verification', 'verification', { isAuthorized: false }, 'auth'],
  ] as const)('%s', (_name, step, part, next) => {
    expect(nextStep(step, { ...facts, ...part })).toBe(next);
  });
});
