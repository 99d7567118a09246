import type { getCompanyChanges } from '@causeway/contract/calls/get-company-changes';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { Endpoint } from '../../../lib/api/endpoint.ts';

export const companyChangesEndpoint: Endpoint<Record<string, never>, AnswerOf<typeof getCompanyChanges>> = {
  id: 'C-66',
  method: 'POST',
  path: '/client/company_changes',
  keys: ['version', 'title', 'text'],
};
