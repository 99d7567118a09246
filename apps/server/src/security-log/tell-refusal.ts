import type { ErrorCode } from '@causeway/contract/errors/error-item';
import type { AppContext } from '../context.ts';
import type { Refusal } from '../errors.ts';
import type { SecurityEvent } from './security-events.ts';
import { tellSecurity, type SecurityFacts } from './tell-security.ts';

/** Somebody tries what only its owner knows or has. */
const secrets: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'CODE_TOO_MANY',
  'CODE_WRONG',
  'OAUTH_WRONG',
  'PARTNER_SESSION_REFUSED',
  'PASSKEY_WRONG',
  'PASSWORD_WRONG',
  'RECOVERY_LINK_OVER',
]);

const byStatus: Readonly<Partial<Record<number, SecurityEvent>>> = {
  400: 'input_refused',
  401: 'call_refused',
  403: 'call_refused',
  404: 'call_refused',
  405: 'call_refused',
  413: 'input_refused',
  429: 'budget_met',
};

/** Writes down a refusal that somebody who attacks would meet; what a client meets on the way is left out. */
export function tellRefusal(
  context: Pick<AppContext, 'config' | 'log' | 'clock'>,
  refusal: Refusal,
  facts: SecurityFacts,
): void {
  const codes = refusal.items.map(({ code }) => code);
  const event = codes.includes('WRONG_CAPTCHA')
    ? 'captcha_refused'
    : codes.some((code) => secrets.has(code))
      ? 'secret_refused'
      : byStatus[refusal.status];
  if (event !== undefined)
    tellSecurity(context, event, { ...facts, code: [...new Set(codes)].join(' '), status: refusal.status });
}
