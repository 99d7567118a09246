import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { flag, language } from '../fields/fields.ts';

/** C-68 All texts of a language, ICU messages by key. */
export const getLocaleKeys = defineCall({
  id: 'C-68',
  name: 'getLocaleKeys',
  summary: 'Texts of a language',
  method: 'POST',
  path: '/{lang}/data/locale_keys/',
  encoding: 'form',
  access: 'anyone',
  params: z.object({ lang: language }),
  request: z.object({}),
  answer: z.object({ success: flag, data: z.record(z.string(), z.string()) }),
});
