import { useEffect } from 'react';
import { useStore } from 'zustand';
import { merchantPreorder } from '../../features/exchange/merchant/merchant-preorder.ts';
import { MerchantScreen } from '../../features/exchange/merchant/merchant-screen.tsx';
import { isSamePreorder } from '../../features/exchange/rules/preorder.ts';
import { widgetOptions } from '../../features/exchange/rules/widget-options.ts';
import { useRuntime } from '../../shell/runtime.ts';
import { useExchangeParts } from './use-exchange-parts.ts';

/** Nothing that a shop sells goes by a page of the balance. */
const everyMode = { deposit: true, withdrawal: true } as const;

/** The step of a merchant's page (4.2). */
export default function MerchantView() {
  const { host } = useRuntime().boot;
  const parts = useExchangeParts();
  const { store: exchange } = parts;
  const { clientEmail } = useStore(exchange);
  const { swConfig: site } = parts.config;
  const options = widgetOptions(site.widgetParams);
  const { purchaseAmount, purchaseCurrency, payoutGroup, clientEmail: given } = options;
  useEffect(() => {
    const { preorder, patch, clientEmail: typed } = exchange.getState();
    const wanted = merchantPreorder(preorder, site, { purchaseAmount, purchaseCurrency, payoutGroup });
    if (!isSamePreorder(preorder, wanted)) patch(wanted);
    if (typed === '' && given !== '') exchange.setState({ clientEmail: given });
  }, [exchange, site, purchaseAmount, purchaseCurrency, payoutGroup, given]);
  return (
    <MerchantScreen
      {...parts}
      openModes={everyMode}
      email={clientEmail}
      isEmailFixed={host?.locked.includes('clientEmail') === true}
      onEmail={(email) => exchange.setState({ clientEmail: email })}
      name={site.partner.name}
    />
  );
}
