import type { AppParts } from './app-parts.ts';

/** A price made for another kind of reader than the page believes in: both are read again (4.5-13). */
export function followPrices({ runtime, account, prices }: AppParts): void {
  let isAsking = false;
  prices.store.subscribe(({ price }, old) => {
    const { limits } = price.answer;
    const { client } = account.store.getState();
    if (price === old.price || isAsking || limits.isAuthorized === client.isAuthorized) return;
    isAsking = true;
    Promise.all([account.refreshClient(), account.refreshConfig()])
      .catch((error: unknown) => runtime.log.warn('The account could not be read', error))
      .finally(() => {
        isAsking = false;
      });
  });
}
