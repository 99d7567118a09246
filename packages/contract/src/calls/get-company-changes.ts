import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { flag } from '../fields/fields.ts';

/**
 * C-66 The changed company agreement. `text` is clean markup, with paragraphs and lists; every field is empty when no
 * change waits to be accepted.
 */
export const getCompanyChanges = defineCall({
  id: 'C-66',
  name: 'getCompanyChanges',
  summary: 'The agreement that waits to be accepted',
  method: 'POST',
  path: '/client/company_changes',
  encoding: 'form',
  access: 'client',
  params: z.object({}),
  request: z.object({}),
  answer: z.object({
    success: flag,
    version: z.string(),
    title: z.string(),
    text: z.string(),
    companyName: z.string(),
  }),
});
