import { disableTwoFactor as disableCall } from '@causeway/contract/calls/disable-two-factor';
import { enableTwoFactor as enableCall } from '@causeway/contract/calls/enable-two-factor';
import { getTwoFactor } from '@causeway/contract/calls/get-two-factor';
import { toFlag } from '@causeway/contract/fields/fields';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { bindCall } from '../../plugins/bind-call.ts';
import { clientIdOf } from '../clients/client-id-of.ts';
import { describeTwoFactor } from './describe-two-factor.ts';
import { disableTwoFactor } from './disable-two-factor.ts';
import { enableTwoFactor } from './enable-two-factor.ts';

/** Two-factor sign-in: C-59 to C-61. */
export function twoFactorRoutes(app: FastifyInstance, context: AppContext): void {
  bindCall(app, context, getTwoFactor, async (input) => describeTwoFactor(context, clientIdOf(await input.identify())));

  bindCall(app, context, enableCall, async ({ request, language, identify }) => {
    const done = await enableTwoFactor(context, { clientId: clientIdOf(await identify()), ...request });
    const errors = 'refused' in done ? [context.texts.toErrorItem(language, done.refused)] : [];
    return {
      success: toFlag(errors.length === 0),
      isEnabled: toFlag(errors.length === 0),
      recoveryCodes: 'refused' in done ? [] : done.recoveryCodes,
      error: errors[0]?.code ?? '',
      errors,
    };
  });

  bindCall(app, context, disableCall, async ({ request, language, identify }) => {
    const refused = await disableTwoFactor(context, { clientId: clientIdOf(await identify()), ...request });
    const errors = refused === undefined ? [] : [context.texts.toErrorItem(language, refused)];
    return {
      success: toFlag(errors.length === 0),
      isEnabled: toFlag(errors.length > 0),
      error: errors[0]?.code ?? '',
      errors,
    };
  });
}
