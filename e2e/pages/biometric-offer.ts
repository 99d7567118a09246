import { say } from '../say.ts';
import type { Scope } from './scope.ts';

/** The offer to sign in by biometrics. */
export function biometricOffer(scope: Scope) {
  const sheet = scope.getByRole('dialog', { name: say('tpl:native:biometric_title') });
  return {
    sheet,
    password: sheet.getByLabel(say('tpl:auth:password'), { exact: true }),
    accept: sheet.getByRole('button', { name: say('tpl:native:biometric_allow') }),
    decline: sheet.getByRole('button', { name: say('tpl:native:biometric_later') }),
  };
}
