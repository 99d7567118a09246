import type { ConfigAnswer } from '@causeway/contract/shapes/site-config';
import { findOption } from '../../features/exchange/rules/find-option.ts';
import type { Preorder } from '../../features/exchange/rules/preorder.ts';
import { isSecondStepSkipped } from '../../features/exchange/rules/skip-second-step.ts';
import { widgetOptions } from '../../features/exchange/rules/widget-options.ts';

/** Whether the address step is passed over for this preorder (2.3-25, 2.3-26). */
export function isSkipped({ swConfig }: ConfigAnswer, preorder: Preorder): boolean {
  const options = widgetOptions(swConfig.widgetParams);
  const chosen = [
    findOption(swConfig.payinSelect, preorder.payinCurrency, preorder.payinGroup),
    findOption(swConfig.payoutSelect, preorder.payoutCurrency, preorder.payoutGroup),
  ];
  return isSecondStepSkipped({
    isSkipSecondStep: options.isSkipSecondStep,
    dstAddress: options.dstAddress || preorder.dstAddress,
    payinGroup: preorder.payinGroup,
    payoutGroup: preorder.payoutGroup,
    hasExtraFields: chosen.some((option) => option?.fields.some((field) => field !== 'dst_address') === true),
  });
}
