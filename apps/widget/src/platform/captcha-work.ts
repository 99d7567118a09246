import { getCaptchaChallengeEndpoint } from '@causeway/contract/endpoints/get-captcha-challenge.generated';
import { solveChallengeWorkers } from 'altcha-lib';
import type { Challenge } from 'altcha-lib/types';
import type { Api } from '../lib/api/api.ts';
import type { Captcha } from './captcha.ts';

/** More of them warm a phone up and win little. */
const workersMax = 4;

/** The captcha without a provider: the page computes a proof of work for each token, in the background. */
export function createWorkCaptcha(api: Api): Captcha {
  return {
    async token(action) {
      const answer = await api.call(getCaptchaChallengeEndpoint, { action });
      const challenge = readChallenge(answer.challenge);
      const solution = await solveChallengeWorkers({
        challenge,
        concurrency: Math.min(workersMax, navigator.hardwareConcurrency),
        createWorker: () => new Worker(new URL('captcha-worker.ts', import.meta.url), { type: 'module' }),
      });
      if (solution === null) throw new Error('The work for the captcha came to nothing.');
      return btoa(JSON.stringify({ challenge, solution }));
    },
  };
}

function readChallenge(text: string): Challenge {
  const value: unknown = JSON.parse(text);
  if (!isChallenge(value)) throw new Error('What should be work for the captcha is something else.');
  return value;
}

/** The solver looks at the rest, member by member. */
function isChallenge(value: unknown): value is Challenge {
  return typeof value === 'object' && value !== null && 'parameters' in value;
}
