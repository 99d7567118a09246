import { wizards } from '@causeway/domain/verification/wizards';
import { describe, expect, test } from 'vitest';
import { routes } from '../routes.ts';
import { limitsOfStep, wizardOfRoute, wizardOfStep, wizardRoute } from './wizard-route.ts';

describe('2.1-09 the routes of the wizards', () => {
  test.each(wizards)('%s has a route of its own', (wizard) => {
    expect(routes.map(({ name }) => name)).toContain(wizardRoute(wizard));
    expect(wizardOfRoute(wizardRoute(wizard))).toBe(wizard);
  });
  test('the list is no wizard', () => expect(wizardOfRoute('verification')).toBeUndefined());
});

describe('A-006 the wizard that an order waits for', () => {
  const client = { limitLevel: 'basic', isBasicVerifyEnabled: 1, isZerohashFlow: 0 } as const;
  test('is the one that its limits name', () => {
    expect(wizardOfStep(client, { verificationRequired: ['address'] })).toBe('address');
  });
  test('is the next in order where the list is empty', () => {
    expect(wizardOfStep(client, { verificationRequired: [] })).toBe('identity');
    expect(wizardOfStep({ ...client, limitLevel: 'unverified' }, { verificationRequired: [] })).toBe('email');
  });
});

describe('A-006 the limits that an order meets', () => {
  const visitor = { isAuthorized: 0, clientLevel: 'unverified', verificationRequired: ['email'] } as const;
  const own = { isAuthorized: 1, clientLevel: 'basic', verificationRequired: ['identity'] } as const;
  test.each([
    ['of the price', [own, { ...own, verificationRequired: ['address'] }], ['identity']],
    ['of the config, where the price asks for nothing', [{ ...own, verificationRequired: [] }, own], ['identity']],
    ['none of a visitor’s price, for which the client has not waited', [visitor, own], ['identity']],
    ['none where both were a visitor’s', [visitor, visitor], []],
  ] as const)('%s', (_what, known, verificationRequired) => {
    const limits = known.map((one) => ({ ...one, verificationRequired: [...one.verificationRequired] }));
    expect(limitsOfStep(limits).verificationRequired).toEqual(verificationRequired);
  });
});
