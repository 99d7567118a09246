import { setFavoritesEndpoint } from '@causeway/contract/endpoints/set-favorites.generated';
import { setPrimaryEndpoint } from '@causeway/contract/endpoints/set-primary.generated';
import { useState } from 'react';
import { useRuntime } from '../../platform/runtime.ts';
import { useSave } from '../../platform/use-save.ts';
import type { Balance } from './rules/shown-balances.ts';

/** How the client wants the balance shown: favourites change at once, totals when the server has them. */
export function useShownAs(again: () => void) {
  const { api } = useRuntime();
  const { run, error, isBusy } = useSave([]);
  const [chosen, setChosen] = useState<Partial<Pick<Balance, 'favoriteCurrencies'>>>({});
  return {
    chosen,
    error,
    setFavorites(favoriteCurrencies: string[], favoriteGroups: string[]) {
      if (isBusy) return;
      setChosen({ favoriteCurrencies });
      void run(() => api.call(setFavoritesEndpoint, { favoriteCurrencies, favoriteGroups })).then((saved) => {
        if (saved === undefined) setChosen({});
      });
    },
    setPrimary(currency: string) {
      void run(() => api.call(setPrimaryEndpoint, { currency })).then((saved) => saved && again());
    },
  };
}
