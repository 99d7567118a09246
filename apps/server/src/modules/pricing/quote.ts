import { toUnixSeconds } from '@causeway/contract/fields/fields';
import { getCalculation } from '@causeway/contract/calls/get-calculation';
import type { FastifyInstance } from 'fastify';
import { bindCall } from '../../plugins/bind-call.ts';
import { admitCoupon } from '../coupons/benefits.ts';
import type { Preorder } from '@causeway/contract/shapes/preorder';
import { type KeyObject, createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { AppContext, Caller } from '../../context.ts';
import { newUuid } from '../../new-uuid.ts';
import { deriveKey, deriveKeys } from '../../secrets/derive-key.ts';
import { normalCode } from '../coupons/coupon.ts';
import { type PricedOrder, type PriceOrderInput, priceFromMemory, priceOrder } from './price-order.ts';
import { quoteRecord } from './quote-record.ts';
import type { Executor } from '../../database/db.ts';
import { readNow } from '../rates/known-time.ts';
import type { CalculationAnswer } from '@causeway/contract/shapes/calculation';

/** Contents of a quote: the whole price, its validity, its caller, and the kind of order. */
const quoteContent = z.object({
  /** The row that the order inserts for it: the database accepts each id once. */
  quoteId: z.uuid(),
  record: quoteRecord,
  /** Unix seconds. */
  madeAt: z.int(),
  /** Unix seconds. */
  until: z.int(),
  /** The client; empty for a visitor, who may sign in and use the quote. */
  clientId: z.string(),
  isMerchant: z.boolean(),
  payToPartner: z.boolean(),
  /** In the form it is compared in; empty without one. */
  coupon: z.string(),
});

export type QuoteContent = z.output<typeof quoteContent>;

/**
 * Locks a fixed price: the quote is all that an order at exactly this price needs. Nothing is stored, the signature
 * proves that the price is ours.
 *
 * @returns `undefined` where there is nothing to lock: a floating rate, no price, or a price that is refused
 */
function lockQuote(
  context: Pick<AppContext, 'config' | 'clock' | 'random'>,
  { caller, preorder }: { caller: Caller; preorder: Preorder },
  { record, errors, quoteLockSeconds, purpose }: PricedOrder,
): { quote: string; quoteExpiresAt: number } | undefined {
  if (record === undefined || record.isFloatingRate || errors.length > 0) return undefined;
  const madeAt = toUnixSeconds(context.clock.now());
  const until = madeAt + quoteLockSeconds;
  // At a merchant a sign-in counts for nothing.
  const clientId = caller.kind === 'client' && !purpose.isMerchant ? caller.clientId : '';
  const coupon = normalCode(preorder.coupon ?? '');
  const content = { quoteId: newUuid(context), record, madeAt, until, clientId, ...purpose, coupon };
  const body = Buffer.from(JSON.stringify(z.encode(quoteContent, content))).toString('base64url');
  return { quote: `${body}.${sign(deriveKey(context.config, 'quotes'), body)}`, quoteExpiresAt: until };
}

/** Whether a quote's body was signed by us, with the present key or an earlier one. */
function isSigned({ config }: Pick<AppContext, 'config'>, body: string, signature: string): boolean {
  const given = Buffer.from(signature);
  return deriveKeys(config, 'quotes').some((key) => {
    const expected = Buffer.from(sign(key, body));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

function sign(key: KeyObject, body: string): string {
  return createHmac('sha256', key).update(body).digest('base64url');
}

/** Seconds by which clocks of several servers may differ. */
const skewSeconds = 5;
/**
 * Contents of a quote, if it is ours and valid; whether it belongs to this order is compared when the order is made.
 */
export async function openQuote(
  context: Pick<AppContext, 'config' | 'clock'>,
  executor: Executor,
  quote: string,
): Promise<QuoteContent | undefined> {
  const [body = '', signature = ''] = quote.split('.');
  if (!isSigned(context, body, signature)) return undefined;
  const content: unknown = JSON.parse(Buffer.from(body, 'base64url').toString('utf8'));
  // A quote of an earlier version of the server may have another form.
  const read = quoteContent.safeParse(content);
  return read.success && !(await isOver(context, executor, read.data)) ? read.data : undefined;
}

/**
 * A quote has ended when its time has passed by the latest time that any process knows, or when our clock has gone back
 * to before it was made: a clock that went back must not prolong a price.
 */
async function isOver(
  { clock }: Pick<AppContext, 'clock'>,
  executor: Executor,
  { madeAt, until }: QuoteContent,
): Promise<boolean> {
  if (clock.now().getTime() / 1000 < madeAt - skewSeconds) return true;
  return (await readNow(executor, { clock })).getTime() / 1000 >= until;
}

type AnswerContext = Pick<AppContext, 'config' | 'db' | 'clock' | 'rates' | 'texts'>;

/** A price with its limits and errors as the wire carries them; without waiting when all that it needs is in memory. */
export function answerCalculation(
  context: AnswerContext,
  input: PriceOrderInput,
): CalculationAnswer | Promise<CalculationAnswer> {
  const known = priceFromMemory(context, input);
  if (known !== undefined) return toAnswer(context, input, known);
  return priceOrder(context, input).then((priced) => toAnswer(context, input, priced));
}

/** C-04. */
export function calculationRoutes(app: FastifyInstance, context: AppContext): void {
  bindCall(app, context, getCalculation, ({ request, language, ip, isVisitor, identify }) => {
    const answer = (caller: Caller) => answerWithQuote(context, { preorder: request, caller, language });
    // Nearly every price is without a coupon, and needs no waiting.
    if (request.coupon === undefined) return isVisitor ? answer({ kind: 'visitor' }) : identify().then(answer);
    return identify().then((caller) => admitCoupon(context, { ...request, ip, caller }).then(() => answer(caller)));
  });
}

/** The same with a quote that locks a fixed price, for an answer to one caller only. */
export function answerWithQuote(
  context: AnswerContext & Pick<AppContext, 'config' | 'random'>,
  input: PriceOrderInput,
): CalculationAnswer | Promise<CalculationAnswer> {
  const known = priceFromMemory(context, input);
  if (known !== undefined) return addQuote(context, input, known);
  return priceOrder(context, input).then((priced) => addQuote(context, input, priced));
}

function addQuote(
  context: AnswerContext & Pick<AppContext, 'config' | 'random'>,
  input: PriceOrderInput,
  priced: PricedOrder,
): CalculationAnswer {
  const answer = toAnswer(context, input, priced);
  const locked = lockQuote(context, input, priced);
  return locked === undefined ? answer : { ...answer, calc: { ...answer.calc, ...locked } };
}

function toAnswer(context: AnswerContext, { language }: PriceOrderInput, priced: PricedOrder): CalculationAnswer {
  const { calculation, limits, errors } = priced;
  return { calc: calculation, limits, errors: errors.map((item) => context.texts.toErrorItem(language, item)) };
}
