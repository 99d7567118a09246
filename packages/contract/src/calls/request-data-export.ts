import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { dataExportState } from '../shapes/data-export.ts';

/**
 * C-72 Asks for a copy of all that is held about the client; an e-mail says when it is ready. One a day: another one is
 * refused with DATA_EXPORT_SOON, and while one is being made nothing is added.
 */
export const requestDataExport = defineCall({
  id: 'C-72',
  name: 'requestDataExport',
  summary: 'Ask for a copy of the client’s data',
  method: 'POST',
  path: '/client/data_export/new',
  encoding: 'form',
  access: 'client',
  params: z.object({}),
  request: z.object({}),
  answer: dataExportState,
});
