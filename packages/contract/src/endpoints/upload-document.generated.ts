// Made from the contract by `npm run endpoints`.
import type { uploadDocument } from '../calls/upload-document.ts';
import type { EndpointOf } from '../endpoint.ts';

export const uploadDocumentEndpoint: EndpointOf<typeof uploadDocument> = {
  method: 'POST',
  path: '/verification/document/upload',
  keys: ['success', 'document', 'errors'],
};
