import { randomBytes } from 'node:crypto';

type Token = { action: string | undefined; hostname: string; issuedAt: number };
type Verdict = { success: boolean; 'error-codes': string[]; challenge_ts?: string; hostname?: string; action?: string };

/** When visitors have to tick the box: never, for the next visitor only, or always. */
export type ChallengeMode = 'never' | 'next' | 'always';

export const siteKey = 'sandbox-site-key';
export const secretKey = 'sandbox-captcha-secret';
const lifeMilliseconds = 120_000;

/** Issues tokens that pass the verifier once within 120 seconds. */
export class Captcha {
  mode: ChallengeMode = 'never';
  private readonly tokens = new Map<string, Token>();
  private readonly challenges = new Map<string, { action: string | undefined; hostname: string }>();
  private readonly now: () => number;

  constructor(now: () => number = Date.now) {
    this.now = now;
  }

  issue(action: string | undefined, hostname: string): string {
    const token = `03A${randomBytes(48).toString('base64url')}`;
    this.tokens.set(token, { action, hostname, issuedAt: this.now() });
    return token;
  }

  /** Answers a page's request: a token at once, or a challenge to be passed first. */
  execute(action: string | undefined, hostname: string): { token: string } | { challenge: string } {
    if (this.mode === 'never') return { token: this.issue(action, hostname) };
    if (this.mode === 'next') this.mode = 'never';
    const challenge = randomBytes(16).toString('hex');
    this.challenges.set(challenge, { action, hostname });
    return { challenge };
  }

  /** Trades a passed challenge for a token, once. */
  pass(challenge: string): string | undefined {
    const asked = this.challenges.get(challenge);
    this.challenges.delete(challenge);
    return asked && this.issue(asked.action, asked.hostname);
  }

  verify(secret: string | undefined, response: string | undefined): Verdict {
    if (!secret) return refused('missing-input-secret');
    if (secret !== secretKey) return refused('invalid-input-secret');
    if (!response) return refused('missing-input-response');
    const token = this.tokens.get(response);
    if (token === undefined)
      return refused(response.startsWith('03A') ? 'timeout-or-duplicate' : 'invalid-input-response');
    this.tokens.delete(response);
    if (this.now() - token.issuedAt > lifeMilliseconds) return refused('timeout-or-duplicate');
    const { action, hostname, issuedAt } = token;
    return {
      success: true,
      'error-codes': [],
      challenge_ts: new Date(issuedAt).toISOString(),
      hostname,
      ...(action !== undefined && { action }),
    };
  }

  clear(): void {
    this.mode = 'never';
    this.tokens.clear();
    this.challenges.clear();
  }
}

function refused(code: string): Verdict {
  return { success: false, 'error-codes': [code] };
}
