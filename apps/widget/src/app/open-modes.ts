import type { ConfigAnswer } from '@causeway/contract/shapes/site-config';
import type { OpenModes } from '../features/exchange/use-exchange.ts';
import { routeOf } from './routes.ts';

/** Which deposits and withdrawals have a page: our own, or that of the client's site (4.4-03 to 4.4-05). */
export function openModes({ features }: ConfigAnswer, clientUrl: string): OpenModes {
  const hasPage = features['new_widget_withdrawal'] === 1 && routeOf('balance-withdrawal').isBuilt;
  return {
    deposit: routeOf('balance-deposit').isBuilt,
    withdrawal: hasPage || (features['new_widget_withdrawal'] !== 1 && clientUrl !== ''),
  };
}
