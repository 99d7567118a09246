import { sendSigninCode as sendSigninCodeCall } from '@causeway/contract/calls/send-signin-code';
import { signInByCode as signInByCodeCall } from '@causeway/contract/calls/sign-in-by-code';
import { toFlag } from '@causeway/contract/fields/fields';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { bindCall } from '../../plugins/bind-call.ts';
import { answerSignin } from '../auth/routes.ts';
import { sendSigninCode } from './send-signin-code.ts';
import { signInByCode } from './sign-in-by-code.ts';

/** By an e-mailed code: C-84, C-85. */
export function signinCodeRoutes(app: FastifyInstance, context: AppContext): void {
  bindCall(app, context, sendSigninCodeCall, async ({ request, language }) => {
    const asked = { email: request.email, deviceId: request.deviceId ?? '', language: request.lang ?? language };
    const { refused, ...sent } = await sendSigninCode(context, asked);
    const errors = refused === undefined ? [] : [context.texts.toErrorItem(language, refused)];
    return { success: toFlag(refused === undefined), ...sent, errors };
  });

  bindCall(app, context, signInByCodeCall, async ({ request, language, ip, requestId }) =>
    answerSignin(context, { method: 'e-mailed code', language, email: undefined, ip, requestId }, () =>
      signInByCode(context, { ...request, language: request.lang ?? language, device: request }),
    ),
  );
}
