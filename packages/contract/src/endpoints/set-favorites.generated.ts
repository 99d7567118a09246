// Made from the contract by `npm run endpoints`.
import type { setFavorites } from '../calls/set-favorites.ts';
import type { EndpointOf } from '../endpoint.ts';

export const setFavoritesEndpoint: EndpointOf<typeof setFavorites> = {
  method: 'POST',
  path: '/balance/set_favorites',
  keys: ['success', 'favoriteCurrencies', 'favoriteGroups', 'errors'],
  isJson: true,
};
