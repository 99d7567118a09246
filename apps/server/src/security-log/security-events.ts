import { z } from 'zod';

/**
 * Every security event, with the level of its line. docs/security/log.md names them all and describes what a line
 * carries.
 */
export const securityEvents = {
  /** A sign-in succeeded: `way`, `clientId`, `sessionId`. */
  signed_in: 'info',
  /** A sign-in failed: `way`, `code`, and the hash of the e-mail address that was tried. */
  signin_refused: 'warn',
  second_factor_passed: 'info',
  /** `code` says whether it was missing, wrong, or one of too many. */
  second_factor_refused: 'warn',
  signed_out: 'info',
  /** Sessions ended without their own sign-out: `reason`, and how many. */
  sessions_ended: 'info',
  /** A refresh token came a second time, from another device or too late; its session is ended. */
  refresh_reused: 'warn',
  /** A link for a new password was requested, whether or not there is such an account. */
  recovery_asked: 'info',
  biometric_issued: 'info',
  /** A phone opened the link that a client's page had shown. */
  handover_opened: 'info',
  /**
   * A change that its owner gets an e-mail about: password, second factor, passkeys, another provider's sign-in, a new
   * device.
   */
  account_changed: 'info',
  account_deleted: 'info',
  /** A client has canceled a withdrawal that was approved: `niceId`. A restore could send it. */
  withdrawal_canceled: 'info',
  /** A person has stopped a pay-out, paid it by hand or given it to the balance. A restore could send it, too. */
  payout_decided: 'info',
  /** A person has named the client that a partner's money goes to: `partnerKey`. A restore forgets it. */
  payee_named: 'info',
  /** A person has given a partner's webhooks another address or secret: `partnerKey`. A restore forgets it, too. */
  webhook_replaced: 'info',
  /** An operator has given a command, or was refused one: `operator`, `action` and `reason` with what it is about. */
  operator_acted: 'info',
  /** A client's copy of its data was handed out to its owner. */
  data_exported: 'info',
  /** A call without the right to it: no access, an expired one, or another client's object. */
  call_refused: 'info',
  /** A request that no page of ours sends. */
  input_refused: 'info',
  /** A wrong password, code, link or token, outside of signing in. */
  secret_refused: 'warn',
  captcha_refused: 'warn',
  /** A caller has used up a budget. */
  budget_met: 'warn',
} as const satisfies Readonly<Record<string, 'info' | 'warn'>>;

export type SecurityEvent = keyof typeof securityEvents;

/** What of a partner was replaced, as a restore forgets it: who is paid, or where webhooks go, or their secret. */
export const partnerEvent = z.enum(['payee_named', 'webhook_replaced']);

/** Events that a restore acts on: each is written in the transaction of what it says, and so before its commit. */
export const lasting: ReadonlySet<SecurityEvent> = new Set([
  'account_changed',
  'account_deleted',
  'withdrawal_canceled',
]);

/** Events that a stranger can cause without end: of each, so many lines a minute, and then a count. */
export const floods: ReadonlySet<SecurityEvent> = new Set([
  'call_refused',
  'input_refused',
  'secret_refused',
  'captcha_refused',
  'budget_met',
]);

/** A line of the security log, as a restore reads it. */
export const securityLine = z.object({
  msg: z.literal('security'),
  event: z.string().default(''),
  time: z.coerce.date().optional(),
});

/** The lines of this form in the text of a log, which has other lines too. */
export function readLogLines<Line>(text: string, of: z.ZodType<Line>): Line[] {
  return text.split('\n').flatMap((line) => {
    try {
      return of.safeParse(JSON.parse(line)).data ?? [];
    } catch {
      return [];
    }
  });
}
