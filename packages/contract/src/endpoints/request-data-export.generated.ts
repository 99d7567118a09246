// Made from the contract by `npm run endpoints`.
import type { requestDataExport } from '../calls/request-data-export.ts';
import type { EndpointOf } from '../endpoint.ts';

export const requestDataExportEndpoint: EndpointOf<typeof requestDataExport> = {
  method: 'POST',
  path: '/client/data_export/new',
  keys: ['success', 'state', 'madeAt', 'endsAt', 'bytes', 'nextAt', 'errors'],
};
