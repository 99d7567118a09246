import type { AppContext, Gate, Caller } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { hashToken } from './tokens.ts';
import { readAccessToken, readTokenKind } from './access-token.ts';
import { findOpenHandover } from '../sessions/handover-store.ts';
import { SpentCaptcha } from '../idempotency/answer-once.ts';
import { findLiveSession, insertUsedCaptcha } from './store.ts';

type GateContext = Pick<AppContext, 'config' | 'db' | 'clock'> & {
  providers: Pick<AppContext['providers'], 'captcha'>;
};

/** Authentication of the product: who makes the call, and is a person there. */
export function createGate(context: GateContext): Gate {
  return {
    identify: (authorization) => identify(context, authorization),
    verifyCaptcha: (token, action, ip) => verifyCaptcha(context, token, action, ip),
  };
}

/** The session's row is read each time, so that an ended session is refused at the next request. */
async function identify(context: GateContext, authorization: string | undefined): Promise<Caller> {
  if (authorization === undefined) return { kind: 'visitor' };
  const phoneKey = /^Handover ([^\s]{1,100})$/i.exec(authorization)?.[1];
  if (phoneKey !== undefined) return identifyPhone(context, phoneKey);
  const token = /^Bearer ([^\s]{1,2000})$/i.exec(authorization)?.[1] ?? '';
  const kind = readTokenKind(token);
  if (kind === 'refresh') throw new Refusal({ code: 'ACCESS_WRONG_KIND' });
  if (kind === 'unknown') throw new Refusal({ code: 'ACCESS_EXPIRED' });
  const now = context.clock.now();
  const claims = await readAccessToken(context.config, token, now);
  if (claims === 'invalid') throw new Refusal({ code: 'ACCESS_EXPIRED' });
  if (claims === 'wrong kind') throw new Refusal({ code: 'ACCESS_WRONG_KIND' });
  const session = await findLiveSession(context.db, claims.sessionId, now);
  if (session?.clientId !== claims.clientId) throw new Refusal({ code: 'SESSION_OVER' });
  return { kind: 'client', ...claims };
}

async function identifyPhone({ db, clock }: GateContext, key: string): Promise<Caller> {
  const handover = await findOpenHandover(db, hashToken(key), clock.now());
  if (handover === undefined) throw new Refusal({ code: 'SESSION_OVER' });
  return { kind: 'phone', ...handover };
}

/** The token is used up before it is verified: with any result, it is never valid again. */
async function verifyCaptcha(
  context: GateContext,
  token: string | undefined,
  action: string,
  ip: string,
): Promise<void> {
  const refusal = { code: 'WRONG_CAPTCHA' } as const;
  if (token === undefined || token === '' || token.length > 4096) throw new Refusal(refusal);
  const now = context.clock.now();
  const earlier = await insertUsedCaptcha(context.db, {
    tokenHash: hashToken(context.providers.captcha.nameOf(token)),
    action,
    usedAt: now,
  });
  if (earlier !== undefined) throw new Refusal(refusal, { cause: new SpentCaptcha(earlier, { action, now }) });
  const isPerson = await context.providers.captcha.verify(token, action, ip);
  if (!isPerson) throw new Refusal(refusal);
}
