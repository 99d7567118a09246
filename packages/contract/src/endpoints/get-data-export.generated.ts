// Made from the contract by `npm run endpoints`.
import type { getDataExport } from '../calls/get-data-export.ts';
import type { EndpointOf } from '../endpoint.ts';

export const getDataExportEndpoint: EndpointOf<typeof getDataExport> = {
  method: 'POST',
  path: '/client/data_export',
  keys: ['success', 'state', 'madeAt', 'endsAt', 'bytes', 'nextAt', 'errors'],
};
