import { createHmac } from 'node:crypto';
import { addressFamily } from '../budgets/address-family.ts';
import type { Config } from '../config.ts';
import type { AppContext } from '../context.ts';
import type { LogFields } from '../log.ts';
import { deriveKey } from '../secrets/derive-key.ts';
import { floods, securityEvents, type SecurityEvent } from './security-events.ts';

export interface SecurityFacts extends Pick<
  LogFields,
  'call' | 'clientId' | 'code' | 'count' | 'method' | 'reason' | 'requestId' | 'route' | 'sessionId' | 'status' | 'way'
> {
  /** Never written as it is: a line carries a keyed hash of it. */
  email?: string | undefined;
  /** The same. */
  ip?: string | undefined;
}

type SecurityContext = Pick<AppContext, 'config' | 'log' | 'clock'>;

const minuteMs = 60_000;
const linesPerMinute = 200;

/** What was written of each event in the present minute, for each log there is. */
const written = new WeakMap<AppContext['log'], Map<SecurityEvent, { since: number; lines: number }>>();

/** Writes a security event to the log. Who it was is told by ids and keyed hashes alone, so that lines can be joined and nobody is named. */
export function tellSecurity(context: SecurityContext, event: SecurityEvent, facts: SecurityFacts = {}): void {
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
