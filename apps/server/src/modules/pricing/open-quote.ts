import { sql } from 'kysely';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { knownNow } from '../rates/known-time.ts';
import { isSigned, quoteContent, type QuoteContent } from './lock-quote.ts';

/** Seconds by which clocks of several servers may differ. */
const skewSeconds = 5;
/** What a quote promises, if it is ours and alive; whether it is of this order is compared when the order is made. */
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

const known = z.object({ now: z.date() });

/**
 * A quote is over when its time has passed by the latest time that any process knows, or when our clock has gone back to
 * before it was made: a clock that went back keeps no price alive.
 */
async function isOver(
  { clock }: Pick<AppContext, 'clock'>,
  executor: Executor,
  { madeAt, until }: QuoteContent,
): Promise<boolean> {
  if (clock.now().getTime() / 1000 < madeAt - skewSeconds) return true;
  const { rows } = await sql`select ${knownNow({ clock })} as now`.execute(executor);
  return known.parse(rows[0]).now.getTime() / 1000 >= until;
}
