import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { dataExportState } from '../shapes/data-export.ts';

/** C-73 How far the copy of the client's data is. */
export const getDataExport = defineCall({
  id: 'C-73',
  name: 'getDataExport',
  summary: 'How far the copy of the client’s data is',
  method: 'POST',
  path: '/client/data_export',
  encoding: 'form',
  access: 'client',
  params: z.object({}),
  request: z.object({}),
  answer: dataExportState,
});
