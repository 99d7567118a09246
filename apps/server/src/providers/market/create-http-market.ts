import { z } from 'zod';
import { callProvider } from '../call-provider.ts';
import { ProviderError } from '../provider-error.ts';
import type { Market, PastPrice } from './port.ts';

const provider = 'market';
const answer = z.object({
  /** Unix milliseconds. */
  at: z.int().nonnegative(),
  prices: z.array(
    z.object({
      asset: z.string().regex(/^[A-Z0-9]{2,16}$/),
      currency: z.enum(['EUR', 'USD']),
      bid: z.string().max(60),
      ask: z.string().max(60),
    }),
  ),
});

const past = z.object({
  series: z.array(
    z.object({
      asset: z.string().regex(/^[A-Z0-9]{2,16}$/),
      /** Unix milliseconds of the first price; the others follow hour by hour or day by day. */
      start: z.int().nonnegative(),
      eur: z.array(z.string().max(60)).max(1000),
    }),
  ),
});
const lengthOf = { hour: 3_600_000, day: 24 * 3_600_000 } as const;

interface MarketOptions {
  timeoutMs?: number;
  /** Where past prices are; without it the market has none. */
  historyUrl?: string | undefined;
}

/**
 * Prices over HTTP: `GET {url}` answers `{at, prices: [{asset, currency, bid, ask}]}` with decimal text, and
 * `GET {historyUrl}?every=hour` or `day` answers `{series: [{asset, start, eur: []}]}`.
 */
export function createHttpMarket(url: string, { timeoutMs = 5000, historyUrl }: MarketOptions = {}): Market {
  return {
    getPrices: async () => {
      const { at, prices } = await ask(url, answer, timeoutMs);
      return { at: new Date(at), prices };
    },
    getHistory:
      historyUrl === undefined
        ? undefined
        : async (every) => {
            const from = new URL(historyUrl);
            from.searchParams.set('every', every);
            const { series } = await ask(from.href, past, timeoutMs);
            return series.flatMap(({ asset, start, eur }): PastPrice[] =>
              eur.map((price, index) => ({ asset, at: new Date(start + index * lengthOf[every]), eur: price })),
            );
          },
  };
}

async function ask<Schema extends z.ZodType>(
  url: string,
  schema: Schema,
  timeoutMs: number,
): Promise<z.output<Schema>> {
  const { status, text } = await callProvider(provider, url, { method: 'GET' }, timeoutMs);
  if (status !== 200) throw new ProviderError(provider, 'unknown', { code: String(status) });
  const parsed = schema.safeParse(readJson(text));
  if (parsed.success) return parsed.data;
  throw new ProviderError(provider, 'unknown', { code: 'bad_answer', message: z.prettifyError(parsed.error) });
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ProviderError(provider, 'unknown', { code: 'bad_answer', message: 'The answer is not JSON.', cause });
  }
}
