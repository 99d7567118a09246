import { z } from 'zod';
import { callProvider } from '../call-provider.ts';
import { ProviderError } from '../provider-error.ts';
import type { Market } from './port.ts';

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

/** Prices over HTTP: `GET {url}` answers `{at, prices: [{asset, currency, bid, ask}]}` with decimal text. */
export function createHttpMarket(url: string, options: { timeoutMs?: number } = {}): Market {
  return {
    getPrices: async () => {
      const { status, text } = await callProvider(provider, url, { method: 'GET' }, options.timeoutMs ?? 5000);
      if (status !== 200) throw new ProviderError(provider, 'unknown', { code: String(status) });
      const parsed = answer.safeParse(readJson(text));
      if (!parsed.success)
        throw new ProviderError(provider, 'unknown', { code: 'bad_answer', message: z.prettifyError(parsed.error) });
      return { at: new Date(parsed.data.at), prices: parsed.data.prices };
    },
  };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ProviderError(provider, 'unknown', { code: 'bad_answer', message: 'The answer is not JSON.', cause });
  }
}
