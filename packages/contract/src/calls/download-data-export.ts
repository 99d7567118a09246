import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { line, ownerPassword } from '../fields/fields.ts';

/** C-74 The copy of the client's data, as a zip of JSON files. Needs the owner's proof; 404 while none is ready. */
export const downloadDataExport = defineCall({
  id: 'C-74',
  name: 'downloadDataExport',
  summary: 'Download the copy of the client’s data',
  method: 'POST',
  path: '/client/data_export/download',
  encoding: 'form',
  access: 'client',
  fileTypes: ['application/zip'],
  params: z.object({}),
  request: z.object({ password: ownerPassword, code: line(20).optional() }),
  example: { password: 'four words of yours' },
  answer: z.object({}),
});
