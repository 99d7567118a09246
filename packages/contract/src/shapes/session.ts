import { z } from 'zod';
import { errorItems } from '../errors/error-item.ts';
import { flag, line } from '../fields/fields.ts';

/** Facts about the device that every sign-in sends. */
export const deviceFields = {
  deviceId: line(64).optional(),
  deviceName: line(120).optional(),
  platform: line(40).optional(),
  appVersion: line(20).optional(),
  pushToken: line(400).optional(),
  /** Hash of stable browser traits. */
  tfp: line(128).optional(),
};

/** The answer to a sign-in (3-62): `access` and `refresh` are empty when `success` is 0. */
export const signinAnswer = z.object({
  success: flag,
  access: z.string(),
  refresh: z.string(),
  biometricToken: z.string(),
  biometricTokenExpirationAt: z.int().nullable(),
  errors: errorItems,
});

export const successAnswer = z.object({ success: flag, errors: errorItems });
export type SigninAnswer = z.output<typeof signinAnswer>;
