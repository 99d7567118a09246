// Made from the contract by `npm run endpoints`.
import type { getVerificationConfig } from '../calls/get-verification-config.ts';
import type { EndpointOf } from '../endpoint.ts';

export const getVerificationConfigEndpoint: EndpointOf<typeof getVerificationConfig> = {
  method: 'GET',
  path: '/onramp/verification-config',
  keys: ['orderLimits', 'clientLimits', 'isEU', 'nextSmsRequestInSec', 'clientCountry', 'isFraudAgreement', 'isZerohashFlow', 'defaultPayinCurrency', 'phoneRestrictedCountries'],
};
