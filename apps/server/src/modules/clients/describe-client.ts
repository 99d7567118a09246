import { toFlag } from '@causeway/contract/fields/fields';
import type { Client } from '@causeway/contract/shapes/client';
import type { Language } from '@causeway/domain/languages/languages';
import { toServerCode } from '@causeway/domain/languages/server-codes';
import type { ClientRecord } from './store.ts';

/** The client as the wire carries it. */
export function describeClient(
  client: ClientRecord,
  { isAgreementDue, isPasswordSet }: { isAgreementDue: boolean; isPasswordSet: boolean },
): Client {
  return {
    firstName: client.firstName,
    lastName: client.lastName,
    limitLevel: client.level,
    apmid: '',
    lang: toServerCode(client.language),
    isAuthorized: 1,
    email: client.email,
    isPasswordSet: toFlag(isPasswordSet),
    niceId: client.niceId,
    isBasicVerifyEnabled: toFlag(client.isBasicVerifyEnabled),
    isZerohashFlow: toFlag(client.isZerohashFlow),
    isCompanyAgreementRequired: toFlag(isAgreementDue),
    isSpecialPartner: toFlag(client.isPartner),
    countryByIp: '',
    partnerId: client.partnerKey ?? '',
    referrerId: client.referrerId,
  };
}

/** A visitor: a language and nothing else. */
export function describeVisitor(language: Language): Client {
  return {
    firstName: '',
    lastName: '',
    limitLevel: 'unverified',
    apmid: '',
    lang: toServerCode(language),
    isAuthorized: 0,
    email: '',
    isPasswordSet: 0,
    niceId: '',
    isBasicVerifyEnabled: 0,
    isZerohashFlow: 0,
    isCompanyAgreementRequired: 0,
    isSpecialPartner: 0,
    countryByIp: '',
    partnerId: '',
    referrerId: '',
  };
}
