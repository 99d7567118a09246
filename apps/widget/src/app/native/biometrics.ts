import type { getBiometricToken } from '@causeway/contract/calls/get-biometric-token';
import type { AnswerOf } from '@causeway/contract/define-call';
import { signInEndpoint } from '@causeway/contract/endpoints/sign-in.generated';
import { getBiometricTokenEndpoint } from '@causeway/contract/endpoints/get-biometric-token.generated';
import type { BiometricKind } from '@causeway/bridge/native/native-calls';
import type { SignInAnswer } from '../../features/auth/signin-calls.ts';
import { readDevice } from '../../features/auth/device.ts';
import { errorText } from '../../lib/format/error-text.ts';
import type { NativeApp } from '../../platform/native.ts';
import type { AppParts } from '../app-parts.ts';
import { finishLogin } from '../follow-redirect.ts';

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

/** Keeps a token on the device; when the device cannot, the person is informed (8-22). */
export async function keepToken(
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

/**
 * Signs in by the device's owner on start, when the person allowed this app to and a token is kept (4.6-11). A client
 * who is signed in already stays signed in.
 */
export async function signInByBiometrics(parts: AppParts, app: NativeApp): Promise<void> {
  const { runtime, router, account } = parts;
  const { session } = runtime;
  if (session.tokens() || !hasBiometrics(parts, app) || !(await isKept(app))) return;
  await runtime.texts.complete();
  // With a password a client may be quicker than the device.
  if (session.tokens()) return;
  const reason = runtime.texts.t('tpl:native:biometric_reason', { name: runtime.boot.brand.name });
  if (!(await app.call('biometrics-authenticate', { reason })).isConfirmed) return;
  const { token } = await app.call('biometrics-request-token', {});
  if (token === null || session.tokens()) return;
  if (!(await openSession(parts, app, token))) return;
  if (router.current().name === 'auth') await finishLogin(parts, router.current().query['redirect']);
  else await Promise.all([account.refreshClient(), account.refreshConfig()]);
}

/** One sign-in with a kept token, which the answer's new one replaces. */
async function send(parts: AppParts, app: NativeApp, biometricToken: string, code?: string): Promise<SignInAnswer> {
  const { api, captcha, session } = parts.runtime;
  const given = { biometricToken, ...(code !== undefined && { code }) };
  const gRecaptchaResponse = await captcha.token('signin');
  const answer = await api.call(signInEndpoint, { ...given, gRecaptchaResponse, ...readDevice(app) });
  if (answer.success === 1 && !session.tokens())
    await keepToken(parts, app, answer.biometricToken, answer.biometricTokenExpirationAt);
  return answer;
}

/** A failure is reported, and ends in a log-out (8-21); where the account has a second factor, its page asks for it. */
async function openSession(parts: AppParts, app: NativeApp, biometricToken: string): Promise<boolean> {
  const { session, texts, log } = parts.runtime;
  try {
    const answer = await send(parts, app, biometricToken);
    if (session.tokens()) return false;
    if (answer.success === 1 && session.set(answer, 'biometric')) return true;
    const ask = answer.errors.find(({ code }) => code === 'TWO_FACTOR_REQUIRED');
    if (ask) {
      waitForCode(parts, app, biometricToken, errorText(ask, texts.t));
      return false;
    }
  } catch (error) {
    log.warn('The sign-in by biometrics failed', error);
  }
  await cancelSignin(parts, app);
  return false;
}

/** Who has signed in by other means meanwhile stays signed in. */
async function cancelSignin({ runtime }: AppParts, app: NativeApp): Promise<void> {
  if (runtime.session.tokens()) return;
  runtime.toasts.show({ kind: 'error', text: runtime.texts.t('tpl:common:error:system') });
  await app.leave();
  runtime.session.clear('signed-out');
}

/** The same call is sent again with the code: the sign-in page asks for it, without the password. */
function waitForCode(parts: AppParts, app: NativeApp, biometricToken: string, text: string): void {
  const { runtime, router } = parts;
  const stop = () => {
    unfollow();
    runtime.native.setState({ waiting: undefined });
  };
  // Its own sign-in leaves the page open until it is done; any other one makes it pointless.
  const unfollow = runtime.session.subscribe((event) => event !== 'biometric' && stop());
  async function signIn(code: string): Promise<SignInAnswer | undefined> {
    const answer = await send(parts, app, biometricToken, code);
    if (!answer.errors.some((item) => item.code === 'BIOMETRIC_OVER')) return answer;
    stop();
    await cancelSignin(parts, app);
    return undefined;
  }
  runtime.native.setState({ waiting: { text, signIn, stop } });
  const { name, query } = router.current();
  router.navigate('auth', {}, { ...(name === 'auth' && query), step: 'login' });
}

/**
 * After a sign-in with a password: offers biometrics when the device supports them. A kept token is forgotten:
 * it may be another client's, and its owner gives the device another one.
 */
export async function considerOffer(parts: AppParts, app: NativeApp): Promise<BiometricKind | undefined> {
  if (!hasBiometrics(parts, app)) return undefined;
  const { kind, isEnrolled } = await app.call('biometrics-check-status', {});
  if (!isEnrolled || kind === 'none') return undefined;
  if (await isKept(app)) await app.call('biometrics-update', { token: null, expiresAt: null });
  const { session, texts } = parts.runtime;
  await texts.complete();
  // A client who has signed out meanwhile is offered nothing.
  return session.tokens() && kind;
}

/** Requests a token of this device from the server (C-12). A fault of the proof is in the answer. */
export function requestBiometricToken(
  { runtime }: AppParts,
  app: NativeApp,
  proof: { password?: string; code?: string },
): Promise<AnswerOf<typeof getBiometricToken>> {
  const { deviceId, deviceName, platform } = readDevice(app);
  return runtime.api.call(getBiometricTokenEndpoint, { deviceId, deviceName, platform, ...proof });
}
