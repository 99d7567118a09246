// Made from the contract by `npm run endpoints`.
import type { getCaptchaChallenge } from '../calls/get-captcha-challenge.ts';
import type { EndpointOf } from '../endpoint.ts';

export const getCaptchaChallengeEndpoint: EndpointOf<typeof getCaptchaChallenge> = {
  method: 'POST',
  path: '/captcha/challenge',
  keys: ['success', 'challenge'],
};
