import type { BiometricKind } from '@causeway/bridge/native/protocol';
import { signInEndpoint } from '../../features/auth/api/sign-in.ts';
import { readDevice } from '../../features/auth/device.ts';
import type { NativeApp } from '../../shell/native.ts';
import type { AppParts } from '../app-parts.ts';
import { finishLogin } from '../finish-login.ts';
import { biometricTokenEndpoint } from './api.ts';

const needed = [
  'biometrics-check-status',
  'biometrics-authenticate',
  'biometrics-update',
  'biometrics-is-token-exists',
  'biometrics-request-token',
  'biometrics-get',
] as const;

/** Whether this app can sign in by biometrics at all, and may. */
export function hasBiometrics({ isFlagOn }: Pick<AppParts, 'isFlagOn'>, { facts }: NativeApp): boolean {
  return isFlagOn('biometrics') && needed.every((name) => facts.can(name));
}

async function isKept({ call }: NativeApp): Promise<boolean> {
  const [{ isEnabled }, { exists }] = await Promise.all([
    call('biometrics-get', {}),
    call('biometrics-is-token-exists', {}),
  ]);
  return isEnabled && exists;
}

/** Keeps a token on the device; a device that cannot is told to the person (8-22). */
async function keepToken(
  { runtime }: AppParts,
  { call }: NativeApp,
  token: string,
  expiresAt: number | null,
): Promise<boolean> {
  const kept = await call('biometrics-update', { token, expiresAt }).catch(() => ({ isSaved: false }));
  if (!kept.isSaved)
    runtime.toasts.show({ kind: 'error', text: runtime.texts.t('tpl:common:error:something_went_wrong') });
  return kept.isSaved;
}

/** Signs in by the device's owner on start, when the person let this app do so and a token is kept (4.6-11). Whoever is signed in already stays so. */
export async function signInByBiometrics(parts: AppParts, app: NativeApp): Promise<void> {
  const { runtime, router, account } = parts;
  if (runtime.session.tokens() || !hasBiometrics(parts, app) || !(await isKept(app))) return;
  await runtime.texts.complete();
  const reason = runtime.texts.t('tpl:native:biometric_reason', { name: runtime.boot.brand.name });
  if (!(await app.call('biometrics-authenticate', { reason })).isConfirmed) return;
  const { token } = await app.call('biometrics-request-token', {});
  if (token === null) return;
  if (!(await openSession(parts, app, token))) return;
  if (router.current().name === 'auth') await finishLogin(parts, router.current().query['redirect']);
  else await Promise.all([account.refreshClient(), account.refreshConfig()]);
}

/** One sign-in with a kept token, which the answer's new one replaces. A failure is told, and ends in a log-out (8-21). */
async function openSession(parts: AppParts, app: NativeApp, biometricToken: string): Promise<boolean> {
  const { runtime, router } = parts;
  const { toasts, texts } = runtime;
  try {
    const gRecaptchaResponse = await runtime.captcha.token('signin');
    const answer = await runtime.api.call(signInEndpoint, { biometricToken, gRecaptchaResponse, ...readDevice(app) });
    if (answer.success === 1 && runtime.session.set(answer, 'biometric')) {
      await keepToken(parts, app, answer.biometricToken, answer.biometricTokenExpirationAt);
      return true;
    }
    const isCodeAsked = answer.errors.some(({ code }) => code === 'TWO_FACTOR_REQUIRED');
    if (isCodeAsked) {
      // The token stays for another time; the password form asks for the code.
      toasts.show({ text: texts.t('tpl:native:code_needed') });
      router.navigate('auth', {}, { step: 'login' });
      return false;
    }
  } catch (error) {
    runtime.log.warn('The sign-in by biometrics failed', error);
  }
  toasts.show({ kind: 'error', text: texts.t('tpl:common:error:system') });
  await app.leave();
  runtime.session.clear('signed-out');
  return false;
}

/** After a sign-in with a password: the device's way of knowing its owner, when biometrics can be offered. A token that is kept already is renewed without a word. */
export async function considerOffer(parts: AppParts, app: NativeApp): Promise<BiometricKind | undefined> {
  if (!hasBiometrics(parts, app)) return undefined;
  const { kind, isEnrolled } = await app.call('biometrics-check-status', {});
  if (!isEnrolled || kind === 'none') return undefined;
  if (!(await isKept(app))) return kind;
  await turnOnBiometrics(parts, app);
  return undefined;
}

/** Asks the server for a token of this device and keeps it (C-12). */
export async function turnOnBiometrics(parts: AppParts, app: NativeApp): Promise<boolean> {
  const { runtime } = parts;
  const { deviceId, deviceName, platform } = readDevice(app);
  try {
    const answer = await runtime.api.call(biometricTokenEndpoint, { deviceId, deviceName, platform });
    if (answer.success === 1)
      return await keepToken(parts, app, answer.biometricToken, answer.biometricTokenExpirationAt);
  } catch (error) {
    runtime.log.warn('No biometric token could be had', error);
  }
  runtime.toasts.show({ kind: 'error', text: runtime.texts.t('tpl:common:error:something_went_wrong') });
  return false;
}
