import type { ConfigAnswer } from '@causeway/contract/shapes/site-config';
import type { OpenModes } from '../features/exchange/use-exchange.ts';
import { isBuilt } from './routes.ts';

/** Which deposits and withdrawals have a page: our own, or that of the client's site (4.4-03 to 4.4-05). */
export function openModes({ features }: ConfigAnswer, clientUrl: string): OpenModes {
  const hasPage = features['new_widget_withdrawal'] === 1 && isBuilt('balance-withdrawal');
  return {
    deposit: isBuilt('balance-deposit'),
    withdrawal: hasPage || (features['new_widget_withdrawal'] !== 1 && clientUrl !== ''),
  };
}
