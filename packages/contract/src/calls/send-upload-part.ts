import { uploadMax } from '@causeway/domain/verification/documents';
import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { errorItems } from '../errors/error-item.ts';
import { flag, wholeText } from '../fields/fields.ts';
import { documentType, paperType, uploadId, walletId, wizardName } from '../shapes/verification.ts';

/**
 * C-23g Sends a part of a file as `file`, 524288 bytes, so that a broken connection loses no more than one. The first
 * goes without `upload`; each answer says which file it is a part of and how much of it has arrived, from where the
 * sender goes on. A part of another place than that is left where it is. The rest goes by C-23 with `upload` and
 * `offset`, which judges the whole. Parts are kept for an hour, and those of one side of a paper at a time; 404 where
 * they are gone.
 */
export const sendUploadPart = defineCall({
  id: 'C-23g',
  name: 'sendUploadPart',
  summary: 'Send a part of a document',
  method: 'POST',
  path: '/verification/document/part',
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
    walletId: walletId.optional(),
    upload: uploadId.optional(),
    /** Bytes of the file before this part. */
    offset: wholeText(uploadMax),
  }),
  example: { wizard: 'identity', type: 'front', offset: '0' },
  answer: z.object({ success: flag, upload: uploadId, received: z.int().nonnegative(), errors: errorItems }),
});
