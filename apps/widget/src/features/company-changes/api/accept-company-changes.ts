import type { acceptCompanyChanges } from '@causeway/contract/calls/accept-company-changes';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { Endpoint } from '../../../lib/api/endpoint.ts';

export const acceptChangesEndpoint: Endpoint<
  { version: string; isAgree: boolean },
  AnswerOf<typeof acceptCompanyChanges>
> = {
  id: 'C-67',
  method: 'POST',
  path: '/client/company_changes/accept',
  keys: ['success', 'errors'],
};
