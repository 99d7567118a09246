import type { getVerificationConfig } from '@causeway/contract/calls/get-verification-config';
import type { AnswerOf } from '@causeway/contract/define-call';
import { toFlag } from '@causeway/contract/fields/fields';
import type { AppContext } from '../../context.ts';
import { findClientKey } from '../client-keys/client-keys.ts';
import { secondsUntilPhoneCode } from '../clients/codes/phone-code.ts';
import { listCountries } from '../countries/routes.ts';
import { getPriceList } from '../currencies/get-price-list.ts';
import { readFacts } from './client-facts.ts';
import { hasConsent } from '../consents/keep-consents.ts';
import { readFields } from './read-fields.ts';
import { readLimits } from './read-limits.ts';

/** C-27: what the wizards need to know before they begin. @throws Refusal SESSION_OVER */
export async function readSettings(
  context: AppContext,
  clientId: string,
): Promise<AnswerOf<typeof getVerificationConfig>> {
  const { flags, rows } = await readFacts(context.db, clientId);
  const basic = rows.find(({ wizard }) => wizard === 'basic');
  const key = basic === undefined ? undefined : await findClientKey(context, clientId);
  const clientCountry = readFields(key, basic?.sealedFields ?? '')['a_country'] ?? '';
  const { settings } = await getPriceList(context);
  return {
    ...(await readLimits(context, clientId)),
    isEU: toFlag(listCountries(context.config, 'en').some(({ code, isEu }) => code === clientCountry && isEu === 1)),
    nextSmsRequestInSec: await secondsUntilPhoneCode(context, clientId),
    clientCountry,
    isFraudAgreement: toFlag(await hasConsent(context.db, clientId, 'own_use')),
    isZerohashFlow: toFlag(flags.isZerohashFlow),
    defaultPayinCurrency: settings.defaultPayinCurrency,
    phoneRestrictedCountries: context.config.PHONE_RESTRICTED_COUNTRIES,
  };
}
