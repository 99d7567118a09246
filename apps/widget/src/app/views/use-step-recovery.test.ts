import { describe, expect, test } from 'vitest';
import { isStepLost, recoveryDelay } from './view-switch.tsx';

const Screen = () => null;

describe('4.3-22, A-035 a step without a screen', () => {
  test('9-17 is looked for after 5000 ms', () => expect(recoveryDelay).toBe(5000));
  test.each([
    ['its code is still on its way', { name: 'exchange', screen: 'first' }, true],
    ['it is still loading', { name: 'address', screen: 'loading' }, true],
    ['it could not be loaded', { name: 'address', screen: 'failed' }, true],
    ['it is there', { name: 'address', screen: Screen }, false],
  ] as const)('%s: %j', (_name, shown, isLost) => expect(isStepLost(shown, 'address')).toBe(isLost));
});
