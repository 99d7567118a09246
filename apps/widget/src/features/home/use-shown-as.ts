import { setFavoritesEndpoint } from '@causeway/contract/endpoints/set-favorites.generated';
import { setPrimaryEndpoint } from '@causeway/contract/endpoints/set-primary.generated';
import { useRef, useState } from 'react';
import { browserStore } from '../../lib/session/browser-store.ts';
import { useRuntime } from '../../platform/runtime.ts';
import { useSave } from '../../platform/use-save.ts';

const hiddenKey = 'causeway.amounts-hidden';
/** Kept for the browser, not for a client: the people beside a screen are the same for each who signs in. */
const store = () => browserStore(window, 'localStorage');

/**
 * How the client wants the balance shown: favourites change at once, totals when the server has them. A choice
 * made while another is being saved is saved after it.
 */
export function useShownAs(again: () => void) {
  const { api } = useRuntime();
  const { run, error } = useSave([]);
  const [favoriteCurrencies, setChosen] = useState<string[]>();
  const [primaryCurrency, setPrimary] = useState<string>();
  const [isHidden, setHidden] = useState(() => store().get(hiddenKey) !== undefined);
  const last = useRef<Promise<unknown>>(Promise.resolve());

  function save(call: Parameters<typeof run>[0]) {
    const saved = last.current.then(() => run(call));
    last.current = saved;
    return saved;
  }

  return {
    chosen: favoriteCurrencies && { favoriteCurrencies },
    /** The currency that was chosen, while the totals are still in the one before. */
    primaryCurrency,
    error,
    /** Dots stand in place of amounts. */
    isHidden,
    toggleHidden() {
      if (isHidden) store().remove(hiddenKey);
      else store().set(hiddenKey, 'yes');
      setHidden(!isHidden);
    },
    setFavorites(currencies: string[], favoriteGroups: string[]) {
      setChosen(currencies);
      void save(() => api.call(setFavoritesEndpoint, { favoriteCurrencies: currencies, favoriteGroups })).then(
        (saved) => saved ?? setChosen((now) => (now === currencies ? undefined : now)),
      );
    },
    setPrimary(currency: string) {
      setPrimary(currency);
      void save(() => api.call(setPrimaryEndpoint, { currency })).then((saved) =>
        saved ? again() : setPrimary((now) => (now === currency ? undefined : now)),
      );
    },
  };
}
