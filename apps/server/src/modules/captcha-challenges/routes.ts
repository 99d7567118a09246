import { allCalls } from '@causeway/contract/calls/all-calls';
import { getCaptchaChallenge } from '@causeway/contract/calls/get-captcha-challenge';
import { toFlag } from '@causeway/contract/fields/fields';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { bindCall } from '../../plugins/bind-call.ts';

const actions: ReadonlySet<string> = new Set(allCalls.flatMap(({ captcha }) => captcha ?? []));

/** The proof of work in place of a provider's captcha: C-06a. */
export function captchaChallengeRoutes(app: FastifyInstance, context: AppContext): void {
  bindCall(app, context, getCaptchaChallenge, async ({ request: { action } }) => {
    const { captcha } = context.providers;
    if (captcha.makeChallenge === undefined) throw new Refusal({ code: 'NOT_FOUND' });
    if (!actions.has(action))
      throw new Refusal({ code: 'FIELD_INVALID', field: 'action', values: { fault: 'action' } });
    return { success: toFlag(true), challenge: await captcha.makeChallenge(action) };
  });
}
