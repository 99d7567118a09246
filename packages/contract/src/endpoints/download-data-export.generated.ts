// Made from the contract by `npm run endpoints`.
import type { downloadDataExport } from '../calls/download-data-export.ts';
import type { EndpointOf } from '../endpoint.ts';

export const downloadDataExportEndpoint: EndpointOf<typeof downloadDataExport> = {
  method: 'POST',
  path: '/client/data_export/download',
  keys: [],
};
