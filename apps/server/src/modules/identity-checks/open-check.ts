import type { openIdentityCheck } from '@causeway/contract/calls/open-identity-check';
import type { AnswerOf } from '@causeway/contract/define-call';
import { toFlag } from '@causeway/contract/fields/fields';
import type { Language } from '@causeway/domain/languages/languages';
import type { Wizard } from '@causeway/domain/verification/wizards';
import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { newUuid } from '../../new-uuid.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import type { IdentityCheck } from '../../providers/identity-check/port.ts';
import { pageUrl } from '../emails/render-email.ts';
import { holdOpenWizard } from '../verification/hold-wizard.ts';
import { askAndApply } from './apply-verdict.ts';
import { nextLook } from './rules.ts';
import { holdCheck, saveCheck, type CheckRow } from './store.ts';

/** How long a page is valid; a new one is a press away. */
const pageSeconds = 1800;
const none = { provider: '', token: '', url: '', expirationTimeSec: 0, isFramed: toFlag(false) };

/**
 * C-21: a page of the outside provider for this client. The applicant is made under a number of ours that is stored
 * before, so that a broken call is taken up again and makes no second one.
 *
 * @throws Refusal WIZARD_LOCKED while it is looked at and afterwards, TRY_LATER while the provider does not answer
 */
export async function openCheck(
  context: AppContext,
  clientId: string,
  { wizard, language }: { wizard: Wizard; language: Language },
): Promise<AnswerOf<typeof openIdentityCheck>> {
  const provider = context.providers.identityCheck;
  if (provider === undefined || wizard !== 'identity') return { success: toFlag(true), ...none, errors: [] };
  const check = await holdOwn(context, clientId, provider);
  try {
    return { success: toFlag(true), ...(await openPage(context, provider, check, language)), errors: [] };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    context.log.warn('the identity check did not answer', { provider: provider.name, code: error.code });
    throw new Refusal({ code: 'TRY_LATER' });
  }
}

function holdOwn(context: AppContext, clientId: string, { name: provider }: IdentityCheck): Promise<CheckRow> {
  return context.db.transaction().execute(async (trx) => {
    const { verificationId } = await holdOpenWizard(context, trx, { clientId, wizard: 'identity', walletId: '' });
    const createdAt = context.clock.now();
    return holdCheck(trx, { checkId: newUuid(context), clientId, verificationId, provider, createdAt });
  });
}

async function openPage(context: AppContext, provider: IdentityCheck, check: CheckRow, language: Language) {
  const { checkId } = check;
  const ask = () => provider.openApplicant(checkId);
  let applicant = await ask();
  const now = context.clock.now();
  const nextLookAt = nextLook('open', now, now);
  await saveCheck(context.db, checkId, { applicantId: applicant.id, updatedAt: now, nextLookAt });
  // Its webhook may be lost, and this is a look as well.
  if (applicant.verdict !== 'open') applicant = await askAndApply(context, checkId, ask);
  if (applicant.verdict !== 'open' && applicant.verdict !== 'retry') throw new Refusal({ code: 'WIZARD_LOCKED' });
  const { token, url } = await provider.openPage({
    reference: checkId,
    language,
    returnUrl: pageUrl(context.config, language, '/verification/identity'),
    seconds: pageSeconds,
  });
  const isFramed = toFlag(new URL(url).origin === provider.pageOrigin);
  return { provider: provider.name, token, url, expirationTimeSec: pageSeconds, isFramed };
}
