import { widgetOptions } from '../../features/exchange/rules/widget-options.ts';
import { useAccount } from '../app-parts.ts';

/** The partner of this page; empty on our own. */
export function usePartnerKey(): string {
  return widgetOptions(useAccount().config.swConfig.widgetParams).partnerKey;
}
