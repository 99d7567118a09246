import type { NativeCalls, NativeName } from '@causeway/bridge/native/native-calls';
import { describe, expect, test, vi } from 'vitest';
import { createNative, type NativeApp } from '../../platform/native.ts';
import type { AppParts } from '../app-parts.ts';
import { considerOffer, requestBiometricToken, signInByBiometrics } from './biometrics.ts';
import { followPush } from './follow-push.ts';

const answered = {
  success: 1,
  access: 'a',
  refresh: 'r',
  biometricToken: 'next',
  biometricTokenExpirationAt: 9,
  errors: [],
};
const errors = (code: string) => ({ ...answered, success: 0, errors: [{ type: 'danger', field: '', code, text: '' }] });

interface World {
  isFlagOn?: boolean;
  isSignedIn?: boolean;
  /** What is under way when a client signs in with a password. */
  signedInAt?: NativeName | 'signin';
  /** Answers of the device in place of those of a fully capable one. */
  device?: Partial<Record<NativeName, unknown>>;
  answer?: object;
}

const isParts = (_value: unknown): _value is AppParts => true;
const isApp = (_value: unknown): _value is NativeApp => true;

function createWorld(given: World = {}) {
  const { isFlagOn = true, isSignedIn = false, device = {}, answer = answered } = given;
  const answers: Partial<Record<NativeName, unknown>> = {
    'biometrics-check-status': { kind: 'face', isEnrolled: true },
    'biometrics-get': { isEnabled: true },
    'biometrics-is-token-exists': { exists: true },
    'biometrics-authenticate': { isConfirmed: true },
    'biometrics-request-token': { token: 'kept' },
    'biometrics-update': { isSaved: true },
    'push-token-get': { token: 'push' },
    'permissions-request': { state: 'granted' },
    ...device,
  };
  const asked: [NativeName, NativeCalls[NativeName]][] = [];
  const sent: [string, object][] = [];
  const happened = new Set<string>();
  const toasts = vi.fn();
  const clear = vi.fn();
  const leave = vi.fn(() => Promise.resolve());
  const navigate = vi.fn();
  const set = vi.fn(() => true);
  let emit: (event: string) => void = () => undefined;
  let next = answer;
  const native = createNative();
  const parts = {
    isFlagOn: () => isFlagOn,
    router: { current: () => ({ name: 'order-stepper', query: {} }), navigate },
    account: { refreshClient: () => Promise.resolve(), refreshConfig: () => Promise.resolve() },
    runtime: {
      boot: { brand: { name: 'Causeway' } },
      session: {
        tokens: () => (isSignedIn || happened.has(given.signedInAt ?? '') ? { access: 'a', refresh: 'r' } : undefined),
        set,
        clear,
        subscribe: (listener: typeof emit) => {
          emit = listener;
          return () => undefined;
        },
      },
      texts: { t: (key: string) => key, complete: () => Promise.resolve() },
      toasts: { show: toasts },
      native,
      captcha: { token: async () => 'captcha' },
      log: { warn: () => undefined },
      api: {
        async call({ path }: { path: string }, values: object) {
          sent.push([path, values]);
          happened.add(path.slice(1));
          return next;
        },
      },
    },
  };
  const app = {
    facts: {
      can: (name: NativeName) => name in answers,
      deviceId: 'd',
      deviceName: 'A phone',
      platform: 'ios',
      appVersion: { version: '1.1.1', build: 67 },
    },
    leave,
    async call(name: NativeName, payload: NativeCalls[NativeName]) {
      asked.push([name, payload]);
      happened.add(name);
      const found = answers[name];
      if (found instanceof Error) throw found;
      return found;
    },
  };
  if (!isParts(parts) || !isApp(app)) throw new Error('never');
  return {
    parts,
    app,
    asked,
    sent,
    toasts,
    clear,
    leave,
    navigate,
    set,
    native,
    emit: (event: string) => emit(event),
    answerWith: (given: object) => void (next = given),
  };
}

describe('4.6-11 biometric sign-in on start', () => {
  test('a kept token signs in, and the answer’s new one replaces it', async () => {
    const { parts, app, asked, sent, set } = createWorld();
    await signInByBiometrics(parts, app);
    const device = { deviceId: 'd', deviceName: 'A phone', platform: 'ios', appVersion: '1.1.1 (67)' };
    expect(sent[0]).toEqual(['/signin', { biometricToken: 'kept', gRecaptchaResponse: 'captcha', ...device }]);
    expect(set).toHaveBeenCalledExactlyOnceWith(answered, 'biometric');
    expect(asked.at(-1)).toEqual(['biometrics-update', { token: 'next', expiresAt: 9 }]);
  });
  test.each([
    ['the flag is off', { isFlagOn: false }],
    ['somebody is signed in', { isSignedIn: true }],
    ['the person has not switched it on', { device: { 'biometrics-get': { isEnabled: false } } }],
    ['no token is kept', { device: { 'biometrics-is-token-exists': { exists: false } } }],
    ['the person turns away', { device: { 'biometrics-authenticate': { isConfirmed: false } } }],
    ['the token is gone', { device: { 'biometrics-request-token': { token: null } } }],
  ])('no client is signed in when %s', async (_why, world) => {
    const { parts, app, sent, toasts } = createWorld(world);
    await signInByBiometrics(parts, app);
    expect([sent, toasts.mock.calls]).toEqual([[], []]);
  });
  test.each(['biometrics-get', 'biometrics-authenticate', 'biometrics-request-token'] as const)(
    'nothing is sent for a client who signs in with a password during %s',
    async (signedInAt) => {
      const { parts, app, sent } = createWorld({ signedInAt });
      await signInByBiometrics(parts, app);
      expect(sent).toEqual([]);
    },
  );
  test.each([
    ['success', answered],
    ['question for the second factor', errors('TWO_FACTOR_REQUIRED')],
    ['refusal', errors('BIOMETRIC_OVER')],
  ])(
    'a %s that comes after a sign-in with a password leaves that session and its device as they are',
    async (_what, answer) => {
      const { parts, app, asked, set, clear, leave, navigate, toasts } = createWorld({ answer, signedInAt: 'signin' });
      await signInByBiometrics(parts, app);
      expect(asked.map(([name]) => name)).not.toContain('biometrics-update');
      expect([set, clear, leave, navigate, toasts].flatMap(({ mock }) => mock.calls)).toEqual([]);
    },
  );
  test('8-21 a failure is shown as a system error and ends in a log-out', async () => {
    const { parts, app, toasts, clear, leave } = createWorld({ answer: errors('BIOMETRIC_OVER') });
    await signInByBiometrics(parts, app);
    expect(toasts).toHaveBeenCalledExactlyOnceWith({ kind: 'error', text: 'tpl:common:error:system' });
    expect(leave).toHaveBeenCalledOnce();
    expect(clear).toHaveBeenCalledExactlyOnceWith('signed-out');
  });
  describe('A-062 an account with a second factor', () => {
    const world = async () => {
      const created = createWorld({ answer: errors('TWO_FACTOR_REQUIRED') });
      await signInByBiometrics(created.parts, created.app);
      const { waiting } = created.native.getState();
      if (!waiting) throw new Error('Nothing waits for the code.');
      return { ...created, waiting };
    };
    test('is asked for it on the sign-in page, and keeps its token', async () => {
      const { asked, navigate, leave, waiting } = await world();
      expect(navigate).toHaveBeenCalledExactlyOnceWith('auth', {}, { step: 'login' });
      expect(leave).not.toHaveBeenCalled();
      expect(asked.map(([name]) => name)).not.toContain('biometrics-update');
      expect(waiting.text).toBe('tpl:error:TWO_FACTOR_REQUIRED');
    });
    test('the same call goes again with the code, and its new token is kept', async () => {
      const { answerWith, sent, asked, waiting } = await world();
      answerWith(answered);
      expect(await waiting.signIn('123456')).toEqual(answered);
      const [first, second] = sent.map(([, values]) => values);
      expect(second).toEqual({ ...first, code: '123456' });
      expect(asked.at(-1)).toEqual(['biometrics-update', { token: 'next', expiresAt: 9 }]);
    });
    test('a wrong code is reported, and another one may be tried', async () => {
      const { answerWith, native, leave, waiting } = await world();
      answerWith(errors('TWO_FACTOR_WRONG'));
      expect(await waiting.signIn('000000')).toMatchObject({ success: 0 });
      expect([native.getState().waiting, leave.mock.calls]).toEqual([waiting, []]);
    });
    test('8-21 a token that is over meanwhile ends in a log-out', async () => {
      const { answerWith, native, leave, toasts, waiting } = await world();
      answerWith(errors('BIOMETRIC_OVER'));
      expect(await waiting.signIn('123456')).toBeUndefined();
      expect(toasts).toHaveBeenCalledExactlyOnceWith({ kind: 'error', text: 'tpl:common:error:system' });
      expect([native.getState().waiting, leave.mock.calls.length]).toEqual([undefined, 1]);
    });
    test.each([
      ['biometric', true],
      ['signed-in', false],
      ['signed-out', false],
    ])('after the event %s it is still asked for: %s', async (event, isAsked) => {
      const { native, emit } = await world();
      emit(event);
      expect(native.getState().waiting !== undefined).toBe(isAsked);
    });
  });
  test('8-22 a token that cannot be kept is reported, and the session stays', async () => {
    const { parts, app, toasts, clear } = createWorld({ device: { 'biometrics-update': new Error('full') } });
    await signInByBiometrics(parts, app);
    expect(toasts).toHaveBeenCalledExactlyOnceWith({ kind: 'error', text: 'tpl:common:error:something_went_wrong' });
    expect(clear).not.toHaveBeenCalled();
  });
});

describe('A-071 the offer after a sign-in with a password', () => {
  const none = { 'biometrics-is-token-exists': { exists: false } };
  test('is made for what the device has', async () => {
    const { parts, app, sent } = createWorld({ device: none, isSignedIn: true });
    expect(await considerOffer(parts, app)).toBe('face');
    expect(sent).toEqual([]);
  });
  test.each([
    ['the flag is off', { isFlagOn: false, device: none }],
    [
      'no finger or face is enrolled',
      { device: { ...none, 'biometrics-check-status': { kind: 'face', isEnrolled: false } } },
    ],
    ['the device has none', { device: { ...none, 'biometrics-check-status': { kind: 'none', isEnrolled: true } } }],
  ])('is not made when %s', async (_why, world) => {
    const { parts, app } = createWorld(world);
    expect(await considerOffer(parts, app)).toBeUndefined();
  });
  test.each(['the device', 'the texts'])(
    'is not made to a client who signs out while %s is waited for',
    async (what) => {
      const { parts, app } = createWorld({ device: none, isSignedIn: true });
      const { session, texts } = parts.runtime;
      let isOver = false;
      vi.spyOn(session, 'tokens').mockImplementation(() => (isOver ? undefined : { access: 'a', refresh: 'r' }));
      const end = async () => void (isOver = true);
      if (what === 'the texts') vi.spyOn(texts, 'complete').mockImplementation(end);
      const offer = considerOffer(parts, app);
      if (what === 'the device') await end();
      expect(await offer).toBeUndefined();
    },
  );
  test('a kept token, which may be another client’s, is forgotten before it', async () => {
    const { parts, app, asked, sent } = createWorld({ isSignedIn: true });
    expect(await considerOffer(parts, app)).toBe('face');
    expect(sent).toEqual([]);
    expect(asked.at(-1)).toEqual(['biometrics-update', { token: null, expiresAt: null }]);
  });
  test('C-12 the device is given a token for the proof of its owner', async () => {
    const { parts, app, sent } = createWorld();
    const proof = { password: 'secret', code: '123456' };
    expect(await requestBiometricToken(parts, app, proof)).toEqual(answered);
    expect(sent).toEqual([
      ['/client/biometric_token', { deviceId: 'd', deviceName: 'A phone', platform: 'ios', ...proof }],
    ]);
  });
});

describe('1-26 the push token', () => {
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  const body = (isEnabled: boolean, pushToken = 'push') => [
    '/notifications/push_token',
    { pushToken, deviceId: 'd', platform: 'ios', isEnabled },
  ];

  test('goes to the server at the start, with a change, and ends with the log-out', async () => {
    const { parts, app, sent } = createWorld({ isSignedIn: true });
    const push = followPush(parts, app);
    await settle();
    push.changed('another');
    await settle();
    await push.stop();
    expect(sent).toEqual([body(true), body(true, 'another'), body(false, 'another')]);
  });
  test.each([
    ['the flag is off', { isFlagOn: false, isSignedIn: true }],
    ['no client is signed in', {}],
    ['notifications are not allowed', { isSignedIn: true, device: { 'push-token-get': { token: null } } }],
  ])('stays on the device when %s', async (_why, world) => {
    const { parts, app, sent } = createWorld(world);
    followPush(parts, app);
    await settle();
    expect(sent).toEqual([]);
  });
  test('stays on a device of a system that no push service reaches', async () => {
    const { parts, app, asked, sent } = createWorld({ isSignedIn: true });
    const push = followPush(parts, { ...app, facts: { ...app.facts, platform: 'toaster' } });
    await settle();
    push.changed('another');
    await settle();
    await push.stop();
    expect([asked, sent]).toEqual([[], []]);
  });
});
