import { logOut as logOutCall } from '@causeway/contract/calls/log-out';
import { refreshAccessToken } from '@causeway/contract/calls/refresh-access-token';
import { signIn as signInCall } from '@causeway/contract/calls/sign-in';
import { signUp as signUpCall } from '@causeway/contract/calls/sign-up';
import { toFlag } from '@causeway/contract/fields/fields';
import type { Call, RequestOf } from '@causeway/contract/define-call';
import type { FastifyInstance } from 'fastify';
import type { AppContext, Caller } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { termsRequired } from './claim-address.ts';
import { type CallInput, bindCall } from '../../plugins/bind-call.ts';
import { requirePasswordPlace } from '../clients/passwords/password.ts';
import { logOut } from './log-out.ts';
import { refreshAccess } from './refresh-access.ts';
import { type IssuedBiometricToken, signInByBiometrics } from './sign-in-by-biometrics.ts';
import { signInByOauth } from './sign-in-by-oauth.ts';
import { signIn } from './sign-in.ts';
import { signInByPasskey } from './sign-in-by-passkey.ts';
import { signUp } from './sign-up.ts';
import type { SigninAnswer } from '@causeway/contract/shapes/session';
import type { Language } from '@causeway/domain/languages/languages';
import { logSecurityEvent } from '../../security-log/log-security-event.ts';
import type { OpenedSession } from './open-session.ts';

// A refused captcha is part of the sign-in's own answer, so the handlers use up the token.
const captchaByHandler = { captcha: 'by handler' } as const;

/** Registration, sign-in and session: C-06, C-07, C-10, C-11. */
export function authRoutes(app: FastifyInstance, context: AppContext): void {
  bindCall(
    app,
    context,
    signUpCall,
    async (input) =>
      answerSignin(context, tryOf(input, 'registering'), async () => {
        const { request, language } = input;
        if (request.isAgreeTerms !== true) throw new Refusal(termsRequired);
        requirePasswordPlace();
        await input.verifyCaptcha();
        return signUp(context, { ...pickAccount(request), language: request.lang ?? language, device: request });
      }),
    captchaByHandler,
  );

  bindCall(
    app,
    context,
    signInCall,
    async (input) =>
      answerSignin(context, tryOf(input, methodOf(input.request)), async () => {
        const { request } = input;
        requirePasswordPlace();
        await input.verifyCaptcha();
        const { email, password, code, biometricToken, passkey, oauthProvider, oauthToken } = request;
        if (biometricToken !== undefined) return signInByBiometrics(context, { biometricToken, code, device: request });
        if (passkey !== undefined) {
          const account = email === undefined || password === undefined ? undefined : { email, password };
          return signInByPasskey(context, { passkey, account, device: request });
        }
        if (oauthProvider !== undefined && oauthToken !== undefined)
          return signInByOauth(context, {
            provider: oauthProvider,
            token: oauthToken,
            referrerId: request.referrerId,
            password,
            code,
            isAgreeTerms: request.isAgreeTerms === true,
            language: request.lang ?? input.language,
            device: request,
          });
        if (email === undefined) throw new Refusal({ code: 'REQUIRED', field: 'email' });
        if (password === undefined) throw new Refusal({ code: 'REQUIRED', field: 'password' });
        return signIn(context, { email, password, code, device: request });
      }),
    captchaByHandler,
  );

  bindCall(app, context, logOutCall, async (input) => {
    const caller = await identifyOrVisitor(() => input.identify());
    const { refresh, deviceId, isForgetBiometric } = input.request;
    await logOut(context, { caller, refresh, forgottenDevice: isForgetBiometric === true ? deviceId : undefined });
    return { success: toFlag(true) };
  });

  bindCall(app, context, refreshAccessToken, async ({ request }) => refreshAccess(context, request));
}

function pickAccount({ email, password, partnerKey, referrerId, isNews = false }: RequestOf<typeof signUpCall>) {
  return { email, password, partnerKey, referrerId, isNews };
}

function tryOf(
  {
    request,
    language,
    ip,
    requestId,
  }: Pick<CallInput<Call>, 'language' | 'ip' | 'requestId'> & { request: { email?: string | undefined } },
  method: SigninMethod,
) {
  return { method, language, email: request.email, ip, requestId };
}

function methodOf({ biometricToken, passkey, oauthProvider }: RequestOf<typeof signInCall>): SigninMethod {
  if (biometricToken !== undefined) return 'biometrics';
  if (passkey !== undefined) return 'passkey';
  return oauthProvider === undefined ? 'password' : 'other provider';
}

/** A log-out may come with an expired access token, and must work all the same. */
async function identifyOrVisitor(identify: () => Promise<Caller>): Promise<Caller> {
  try {
    return await identify();
  } catch (error) {
    if (error instanceof Refusal) return { kind: 'visitor' };
    throw error;
  }
}

/** How a client signs in. */
type SigninMethod = 'registering' | 'password' | 'passkey' | 'biometrics' | 'e-mailed code' | 'other provider';

interface Try {
  method: SigninMethod;
  language: Language;
  email: string | undefined;
  ip: string;
  requestId: string;
}

const empty = { access: '', refresh: '', biometricToken: '', biometricTokenExpirationAt: null };

/** Runs a sign-in and logs its result; a business refusal fills the same answer with `success` 0. */
export async function answerSignin(
  context: AppContext,
  { method, language, email, ip, requestId }: Try,
  signin: () => Promise<OpenedSession & Partial<IssuedBiometricToken>>,
): Promise<SigninAnswer> {
  try {
    const { clientId, sessionId, ...tokens } = await signin();
    logSecurityEvent(context, 'signed_in', { way: method, clientId, sessionId, ip, requestId });
    return { ...empty, ...tokens, success: 1, errors: [] };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    logSecurityEvent(context, 'signin_refused', { way: method, code: error.message, email, ip, requestId });
    if (error.status !== 200) throw error;
    return { ...empty, success: 0, errors: error.items.map((item) => context.texts.toErrorItem(language, item)) };
  }
}
