// Made from the contract by `npm run endpoints`.
import type { sendUploadPart } from '../calls/send-upload-part.ts';
import type { EndpointOf } from '../endpoint.ts';

export const sendUploadPartEndpoint: EndpointOf<typeof sendUploadPart> = {
  method: 'POST',
  path: '/verification/document/part',
  keys: ['success', 'upload', 'received', 'errors'],
};
