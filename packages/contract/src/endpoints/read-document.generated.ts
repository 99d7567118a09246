// Made from the contract by `npm run endpoints`.
import type { readDocument } from '../calls/read-document.ts';
import type { EndpointOf } from '../endpoint.ts';

export const readDocumentEndpoint: EndpointOf<typeof readDocument> = {
  method: 'GET',
  path: '/verification/document/{id}',
  keys: [],
};
