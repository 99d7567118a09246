import type { BootData } from '@causeway/contract/boot/boot-data';
import { widgetOptions } from '../features/exchange/rules/widget-options.ts';
import { findMode, type Mode } from './modes.ts';
import { pageQuery } from './page-query.ts';

/** The mode that a page was asked in: as its options say, else its address. */
export function modeOfPage(boot: BootData, warn: (message: string) => void): Mode {
  const query = pageQuery(boot);
  const { isMerchant } = widgetOptions({ ...query, ...boot.config.swConfig.widgetParams });
  const option = isMerchant ? 'merchant' : undefined;
  return findMode({ option, swMode: query['swMode'], openPurchase: query['openPurchase'] }, warn);
}
