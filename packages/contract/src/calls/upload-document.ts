import { uploadMax } from '@causeway/domain/verification/documents';
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { errorItems } from '../errors/error-item.ts';
import { flag, line, wholeText } from '../fields/fields.ts';
import { documentType, paperType, uploadedFile, uploadId, walletId, wizardName } from '../shapes/verification.ts';

/**
 * C-23 Uploads a file as `file`, at most 15 MB: JPG, PNG or HEIC, and PDF where it is no selfie. Its content is judged
 * and re-encoded; `size_small`, `size_big`, `wrong_type` and `FILE_INFECTED` on `file` say why one is not taken.
 */
export const uploadDocument = defineCall({
  id: 'C-23',
  name: 'uploadDocument',
  summary: 'Upload a document',
  method: 'POST',
  path: '/verification/document/upload',
  encoding: 'multipart',
  access: 'client',
  isHandedOver: true,
  params: z.object({}),
  request: z.object({
    wizard: wizardName,
    /** Which paper it belongs to. */
    documentType: paperType.optional(),
    /** The side that it shows, or the kind of proof. */
    type: documentType,
    documentDate: line(10).optional(),
    expiryDate: line(10).optional(),
    walletId: walletId.optional(),
    /** The parts that came before: `file` is the rest of it (C-23g). */
    upload: uploadId.optional(),
    /** Bytes of those parts: where others have arrived, the answer is 404, and the file is sent from its beginning. */
    offset: wholeText(uploadMax).optional(),
  }),
  example: { wizard: 'identity', type: 'front' },
  answer: z.object({ success: flag, document: uploadedFile, errors: errorItems }),
});
