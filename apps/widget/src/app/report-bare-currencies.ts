import type { AppParts } from './app-parts.ts';

/** A currency without a colour or a symbol has nothing to draw its image with: told once per code and visit (8-27, A-143). */
export function reportBareCurrencies({ account, runtime }: Pick<AppParts, 'account' | 'runtime'>): () => void {
  const told = new Set<string>();
  const look = () => {
    for (const [code, { color, symbol }] of Object.entries(account.store.getState().config.currencyConfig)) {
      if ((color !== '' && symbol !== '') || told.has(code)) continue;
      told.add(code);
      runtime.log.warn(`The currency ${code} has no image`);
    }
  };
  look();
  return account.store.subscribe(look);
}
