import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { errorItems } from '../errors/error-item.ts';
import { flag, line, ownerPassword } from '../fields/fields.ts';

/**
 * C-12 Request a biometric token, bound to a device and this session; an earlier one of the device ends. The owner must
 * give `password`, and `code` with two-factor on (additions to the specification): REQUIRED or PASSWORD_WRONG on
 * `password`; TWO_FACTOR_REQUIRED, TWO_FACTOR_WRONG on `code`.
 */
export const getBiometricToken = defineCall({
  id: 'C-12',
  name: 'getBiometricToken',
  summary: 'A token for signing in by biometrics on this device',
  method: 'POST',
  path: '/client/biometric_token',
  encoding: 'form',
  access: 'client',
  params: z.object({}),
  request: z.object({
    deviceId: line(64).min(1),
    deviceName: line(120).optional(),
    platform: line(40).optional(),
    password: ownerPassword,
    code: line(20).optional(),
  }),
  example: { deviceId: 'phone' },
  answer: z.object({
    success: flag,
    biometricToken: z.string(),
    biometricTokenExpirationAt: z.int().nullable(),
    errors: errorItems,
  }),
});
