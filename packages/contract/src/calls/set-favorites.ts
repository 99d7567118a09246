import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { errorItems } from '../errors/error-item.ts';
import { currencyCode, flag, groupCode } from '../fields/fields.ts';

/**
 * C-39 The currencies and groups that the client's lists show first, in this order. They replace those that
 * were set before; currencies that no balance can be kept in are refused.
 */
export const setFavorites = defineCall({
  id: 'C-39',
  name: 'setFavorites',
  summary: 'Set the favourite currencies',
  method: 'POST',
  path: '/balance/set_favorites',
  encoding: 'json',
  access: 'client',
  params: z.object({}),
  request: z.object({
    favoriteCurrencies: z.array(currencyCode).max(100),
    favoriteGroups: z.array(groupCode).max(100),
  }),
  example: { favoriteCurrencies: ['BTC'], favoriteGroups: ['bitcoin'] },
  answer: z.object({
    success: flag,
    favoriteCurrencies: z.array(z.string()),
    favoriteGroups: z.array(z.string()),
    errors: errorItems,
  }),
});
