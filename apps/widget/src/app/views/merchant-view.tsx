import type { SiteConfig } from '@causeway/contract/shapes/site-config';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { isSamePreorder } from '../../features/exchange/rules/preorder.ts';
import { type ExchangeStore } from '../../features/exchange/exchange-store.ts';
import { merchantPreorder, type Purchase } from '../../features/exchange/merchant/merchant-preorder.ts';
import { MerchantScreen } from '../../features/exchange/merchant/merchant-screen.tsx';
import { widgetOptions } from '../../features/exchange/rules/widget-options.ts';
import { useRuntime } from '../../platform/runtime.ts';
import { useExchangeParts } from './use-exchange-parts.ts';

/** The step of a merchant's page (4.2). */
export default function MerchantView() {
  const { host } = useRuntime().boot;
  const parts = useExchangeParts();
  const { store: exchange } = parts;
  const { clientEmail, preorder } = useStore(exchange);
  const { swConfig: site } = parts.config;
  const options = widgetOptions(site.widgetParams);
  const { purchaseAmount, purchaseCurrency, payoutGroup, isDonation, clientEmail: given } = options;
  // The button must not show the price of another request, not even for a moment: a press would be ignored.
  const [isKept, setKept] = useState(
    () =>
      isSamePreorder(preorder, merchantPreorder(preorder, site, { purchaseAmount, purchaseCurrency, payoutGroup })) &&
      (clientEmail !== '' || given === ''),
  );
  useEffect(() => {
    keepPurchase(exchange, site, { purchaseAmount, purchaseCurrency, payoutGroup });
    if (exchange.getState().clientEmail === '' && given !== '') exchange.setState({ clientEmail: given });
    setKept(true);
  }, [exchange, site, purchaseAmount, purchaseCurrency, payoutGroup, given]);
  // The page around may send another request: the pay-in may change, the purchase may not. A donor chooses the amount.
  const fixedAmount = isDonation ? '' : purchaseAmount;
  const preorderText = JSON.stringify(preorder);
  useEffect(() => {
    keepPurchase(exchange, site, { purchaseAmount: fixedAmount, purchaseCurrency, payoutGroup });
  }, [exchange, site, fixedAmount, purchaseCurrency, payoutGroup, preorderText]);
  if (!isKept) return undefined;
  return (
    <MerchantScreen
      {...parts}
      isWithdrawalOpen
      email={clientEmail}
      isEmailFixed={host?.locked.includes('clientEmail') === true}
      onEmail={(email) => exchange.setState({ clientEmail: email })}
      name={site.partner.name}
    />
  );
}

function keepPurchase(exchange: ExchangeStore, site: SiteConfig, purchase: Purchase): void {
  const { preorder, patch } = exchange.getState();
  const wanted = merchantPreorder(preorder, site, purchase);
  if (!isSamePreorder(preorder, wanted)) patch(wanted);
}
