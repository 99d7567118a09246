import { timingSafeEqual } from 'node:crypto';
import type { AppContext } from '../../context.ts';
import { quoteContent, signQuote, type QuoteContent } from './lock-quote.ts';

type OpenContext = Pick<AppContext, 'config' | 'clock' | 'rates'>;

/** Seconds by which clocks of several servers may differ. */
const skewSeconds = 5;
/** How much older than a quote the market's prices behind it may be, and how much later it may say the next ones. */
const marketSlackSeconds = 60;

/** What a quote promises, if it is ours and alive; whether it is of this order is compared when the order is made. */
export function openQuote(context: OpenContext, quote: string): QuoteContent | undefined {
  const [body = '', signature = ''] = quote.split('.');
  const expected = Buffer.from(signQuote(context, body));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const content: unknown = JSON.parse(Buffer.from(body, 'base64url').toString('utf8'));
  // A quote of an earlier version of the server may have another form.
  const read = quoteContent.safeParse(content);
  return read.success && !isOver(context, read.data) ? read.data : undefined;
}

/**
 * A quote is over when its time has passed by our clock, when our clock has gone back to before it was made, or when
 * the market's own time, which our clock does not move, has gone on for longer than the price was locked.
 */
function isOver({ clock, rates }: OpenContext, { record, madeAt, until }: QuoteContent): boolean {
  const now = clock.now().getTime() / 1000;
  if (now >= until || now < madeAt - skewSeconds) return true;
  const { at } = rates.readGuard();
  if (at === undefined) return false;
  const movedOn = (at.getTime() - Date.parse(record.ratedAt)) / 1000;
  return movedOn > until - madeAt + marketSlackSeconds;
}
