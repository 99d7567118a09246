import type { Client } from '@causeway/contract/shapes/client';
import type { ConfigAnswer } from '@causeway/contract/shapes/site-config';
import { hasQuestions } from '../../features/address/rules/address-questions.ts';
import type { Preorder } from '../../features/exchange/rules/preorder.ts';
import { isSecondStepSkipped } from '../../features/exchange/rules/skip-second-step.ts';
import { widgetOptions } from '../../features/exchange/rules/widget-options.ts';
import { questionsOf } from './questions-of.ts';

/** Whether the address step is passed over for this preorder: the page wishes so (2.3-25, 2.3-26), or there is nothing to ask. */
export function isSkipped(client: Client, config: ConfigAnswer, preorder: Preorder): boolean {
  const options = widgetOptions(config.swConfig.widgetParams);
  const questions = questionsOf(client, config, preorder);
  if (!hasQuestions(questions, preorder.payinGroup)) return true;
  return isSecondStepSkipped({
    isSkipSecondStep: options.isSkipSecondStep,
    // The page's own address came with its first preorder; another currency has taken it away (4.5-08).
    dstAddress: preorder.dstAddress,
    payinGroup: preorder.payinGroup,
    payoutGroup: preorder.payoutGroup,
    hasExtraFields: questions.fields.some((field) => field !== 'dst_address'),
  });
}
