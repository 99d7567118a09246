import { listCountries as listCall } from '@causeway/contract/calls/list-countries';
import { toFlag } from '@causeway/contract/fields/fields';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { bindCall } from '../../plugins/bind-call.ts';
import { listCountries } from './list-countries.ts';

/** Countries: C-19. */
export function countryRoutes(app: FastifyInstance, context: AppContext): void {
  bindCall(app, context, listCall, ({ language }) => ({
    success: toFlag(true),
    data: listCountries(context.config, language),
  }));
}
