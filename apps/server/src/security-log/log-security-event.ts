import { createHmac } from 'node:crypto';
import { addressFamily } from '../budgets/address-family.ts';
import type { Config } from '../config/config.ts';
import type { AppContext } from '../context.ts';
import type { Executor } from '../database/db.ts';
import type { LogFields } from '../log.ts';
import { deriveKey } from '../secrets/derive-key.ts';
import type { ErrorCode } from '@causeway/contract/errors/error-item';
import type { Refusal } from '../errors.ts';
import { floods, lasting, type SecurityEvent, securityEvents } from './security-events.ts';

interface SecurityFacts extends Pick<
  LogFields,
  | 'action'
  | 'call'
  | 'clientId'
  | 'code'
  | 'count'
  | 'method'
  | 'niceId'
  | 'operator'
  | 'partnerKey'
  | 'reason'
  | 'requestId'
  | 'route'
  | 'sessionId'
  | 'status'
  | 'way'
> {
  /** Never logged as it is: a line carries a keyed hash of it. */
  email?: string | undefined;
  /** Logged as a keyed hash too. */
  ip?: string | undefined;
}

type SecurityContext = Pick<AppContext, 'config' | 'log' | 'clock'>;

const minuteMs = 60_000;
const linesPerMinute = 200;

/** What was logged of each event in the present minute, for each log. */
const written = new WeakMap<AppContext['log'], Map<SecurityEvent, { since: number; lines: number }>>();

/**
 * Writes a security event to the log. Clients and addresses appear as ids and keyed hashes only, so that lines can be
 * joined and no person is named. One that a restore acts on throws outside of the transaction of what it says.
 */
export function logSecurityEvent(
  context: SecurityContext,
  event: SecurityEvent,
  facts: SecurityFacts = {},
  trx?: Executor,
): void {
  if (lasting.has(event) && trx?.isTransaction !== true) throw new Error(`${event} was logged after its commit.`);
  const leftOut = floods.has(event) ? makeRoom(context, event) : 0;
  if (leftOut === undefined) return;
  const { email, ip, ...fields } = facts;
  context.log[securityEvents[event]]('security', {
    event,
    ...fields,
    ...(email !== undefined && { account: hide(context.config, email) }),
    ...(ip !== undefined && { from: hide(context.config, addressFamily(ip)) }),
    ...(leftOut > 0 && { leftOut }),
  });
}

/** @returns how many lines were left out in the minute before; `undefined` when this one is */
function makeRoom({ log, clock }: SecurityContext, event: SecurityEvent): number | undefined {
  const events = written.get(log) ?? new Map<SecurityEvent, { since: number; lines: number }>();
  written.set(log, events);
  const now = clock.now().getTime();
  const minute = events.get(event);
  if (minute !== undefined && now - minute.since < minuteMs) {
    minute.lines += 1;
    return minute.lines > linesPerMinute ? undefined : 0;
  }
  events.set(event, { since: now, lines: 1 });
  return Math.max(0, (minute?.lines ?? 0) - linesPerMinute);
}

function hide(config: Config, value: string): string {
  return createHmac('sha256', deriveKey(config, 'log')).update(value).digest('base64url').slice(0, 16);
}

/** A secret of the owner was tried and was wrong. */
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

/** Logs a refusal that an attacker would meet; refusals that a client meets in normal use are left out. */
export function logRefusal(
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
    logSecurityEvent(context, event, { ...facts, code: [...new Set(codes)].join(' '), status: refusal.status });
}
