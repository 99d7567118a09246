import { postForm } from '../../platform/post-form.ts';
import type { FlowParts } from './flow-parts.ts';
import { withdrawalForm } from './withdrawal-form.ts';

/** Leaves the exchange for the deposit or the withdrawal of the pair on screen (4.4-03 to 4.4-05). */
export function openModePage({ router, exchange, account, runtime }: FlowParts, mode: 'deposit' | 'withdrawal'): void {
  const { preorder } = exchange.getState();
  const { payinCurrency, payoutCurrency, payinAmount } = preorder;
  if (mode === 'deposit') return router.navigate('balance-deposit', {}, { depositCurrency: payinCurrency });
  if (account.store.getState().config.features['new_widget_withdrawal'] === 1)
    return router.navigate('balance-withdrawal', {}, { payinCurrency, payoutCurrency, payinAmount });
  postForm(`${runtime.boot.brand.clientUrl}/balance`, withdrawalForm(preorder));
}
