import { z } from 'zod';
import { ProviderError } from '../provider-error.ts';
import type { Market } from './port.ts';

const firm = 'market';
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
      const body = await get(url, options.timeoutMs ?? 5000);
      const parsed = answer.safeParse(body);
      if (!parsed.success)
        throw new ProviderError(firm, 'unknown', { code: 'bad_answer', message: z.prettifyError(parsed.error) });
      return { at: new Date(parsed.data.at), prices: parsed.data.prices };
    },
  };
}

async function get(url: string, timeoutMs: number): Promise<unknown> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' }).catch(
    (cause: unknown) => {
      throw new ProviderError(firm, 'unreachable', { cause });
    },
  );
  if (!response.ok) {
    await response.body?.cancel();
    throw new ProviderError(firm, 'unknown', { code: String(response.status) });
  }
  return response.json().catch((cause: unknown) => {
    throw new ProviderError(firm, 'unknown', { code: 'bad_answer', cause });
  });
}
