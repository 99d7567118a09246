import { createHash } from 'node:crypto';
import { Refusal } from '../../errors.ts';
import type { IdempotentCall } from '../idempotency/find-answer.ts';
import { hashBody } from '../idempotency/hash-body.ts';

const keyMax = 200;

/**
 * What makes a call to create an order the same call again: the client's own key, or else its captcha token,
 * which is good for one order only.
 *
 * @throws Refusal when there is neither, or the key is too long
 */
export function identifyCall(
  actor: string,
  request: Readonly<Record<string, unknown>> & { gRecaptchaResponse?: string | undefined },
  idempotencyKey: string | undefined,
): IdempotentCall {
  const { gRecaptchaResponse, ...asked } = request;
  if (idempotencyKey !== undefined && idempotencyKey.length > keyMax)
    throw new Refusal({ code: 'FIELD_INVALID', values: { fault: 'key', max: keyMax } });
  if (idempotencyKey === undefined && gRecaptchaResponse === undefined) throw new Refusal({ code: 'WRONG_CAPTCHA' });
  const key =
    idempotencyKey === undefined
      ? `captcha:${createHash('sha256')
          .update(gRecaptchaResponse ?? '')
          .digest('hex')}`
      : `client:${idempotencyKey}`;
  return { actor, key, bodyHash: hashBody(asked) };
}
