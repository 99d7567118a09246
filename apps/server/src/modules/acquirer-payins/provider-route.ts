import { paymentProviders as allProviders } from '@causeway/domain/payments/payment-providers';
import type { OrderRow } from '../order-lifecycle/store.ts';

/** How a provider's payments are made: at which acquirer, and on whose page. */
interface ProviderRoute {
  /** Name of the acquirer, as stored with payments. */
  acquirer: string;
  /** `page`: the provider's own; `form`: card fields inside ours. */
  flow: 'page' | 'form';
  /** How money is refunded, by its name in orders. */
  refundMethod: string;
}

const providerRoutes: ReadonlyMap<string, ProviderRoute> = new Map(
  [...allProviders].flatMap(([name, { method, acquirer, flow }]) =>
    acquirer === undefined || flow === undefined ? [] : [[name, { acquirer, flow, refundMethod: method }]],
  ),
);

/** Providers whose payments this room makes. */
export const paymentProviders: readonly string[] = [...providerRoutes.keys()];

/** @throws Error for a provider of another room */
export function findProviderRoute(provider: string): ProviderRoute {
  const route = providerRoutes.get(provider);
  if (route === undefined) throw new Error(`The provider ${provider} is paid another way.`);
  return route;
}

/** Whether an order is paid from our page: by card fields in it, or with a card chosen before. */
export function isFormFlow({ pricing, destinationDetails }: OrderRow): boolean {
  return findProviderRoute(pricing.payinProvider).flow === 'form' || destinationDetails.payinCardToken !== '';
}
