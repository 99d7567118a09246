import { disableTwoFactor as disableCall } from '@causeway/contract/calls/disable-two-factor';
import { enableTwoFactor as enableCall } from '@causeway/contract/calls/enable-two-factor';
import { getTwoFactor } from '@causeway/contract/calls/get-two-factor';
import { toFlag } from '@causeway/contract/fields/fields';
import type { Language } from '@causeway/domain/languages/languages';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { Refusal, type RefusalItem } from '../../errors.ts';
import { bindCall } from '../../plugins/bind-call.ts';
import { clientIdOf } from '../clients/store.ts';
import { describeTwoFactor, disableTwoFactor, enableTwoFactor } from './two-factor-settings.ts';

/** The authenticator of a client: C-59 to C-61. A refusal is answered in the call's own form, with whether it is on. */
export function twoFactorRoutes(app: FastifyInstance, context: AppContext): void {
  bindCall(app, context, getTwoFactor, async (input) => describeTwoFactor(context, clientIdOf(await input.identify())));

  bindCall(app, context, enableCall, async ({ request, language, identify }) => {
    const clientId = clientIdOf(await identify());
    const done = await refusable(enableTwoFactor(context, { clientId, ...request }));
    const isRefused = 'refused' in done;
    return {
      ...toErrors(isRefused ? done.refused : undefined, language),
      isEnabled: toFlag(!isRefused),
      recoveryCodes: isRefused ? [] : done.recoveryCodes,
    };
  });

  bindCall(app, context, disableCall, async ({ request, language, identify }) => {
    const proof = { clientId: clientIdOf(await identify()), ...request };
    const done = await refusable(disableTwoFactor(context, proof).then(() => ({ isOff: true })));
    const isRefused = 'refused' in done;
    return { ...toErrors(isRefused ? done.refused : undefined, language), isEnabled: toFlag(isRefused) };
  });

  function toErrors(refused: RefusalItem | undefined, language: Language) {
    const errors = refused === undefined ? [] : [context.texts.toErrorItem(language, refused)];
    return { success: toFlag(refused === undefined), error: errors[0]?.code ?? '', errors };
  }
}

/** A business refusal is answered in the call's own form. */
async function refusable<Result>(work: Promise<Result>): Promise<Result | { refused: RefusalItem }> {
  try {
    return await work;
  } catch (error) {
    const [item] = error instanceof Refusal && error.status === 200 ? error.items : [];
    if (item === undefined) throw error;
    return { refused: item };
  }
}
