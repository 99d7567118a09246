import { expect, test } from 'vitest';
import { signText } from './webhook-secrets.ts';

test('A-097 every secret that lives signs; the SDK’s test of verifyReturn checks the same', () => {
  const secrets = [
    { keyId: 'wk_new', secret: 'whsec_new' },
    { keyId: 'wk_old', secret: 'whsec_old' },
  ];
  expect(signText(secrets, 'CW7Q2M9V4T8K1N5X3B.finished.7', new Date(1_780_000_000_500))).toBe(
    't=1780000000,kid=wk_new,v1=bcb88930ea3530fa60be2fbdc1d95fe5ca615a8115e563426f12e785248618c3,kid=wk_old,v1=d63e344118d649e0bb542f727b70b236836cd2076d2d2b6d25b079c1af21daac',
  );
});
