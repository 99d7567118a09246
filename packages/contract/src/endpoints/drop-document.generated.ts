// Made from the contract by `npm run endpoints`.
import type { dropDocument } from '../calls/drop-document.ts';
import type { EndpointOf } from '../endpoint.ts';

export const dropDocumentEndpoint: EndpointOf<typeof dropDocument> = {
  method: 'POST',
  path: '/verification/document/drop',
  keys: ['success', 'documents', 'errors'],
};
