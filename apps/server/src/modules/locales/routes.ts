import { getLocaleKeys } from '@causeway/contract/calls/get-locale-keys';
import type { Language } from '@causeway/domain/languages/languages';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../errors.ts';
import { readFields } from '../../plugins/bind-call.ts';
import { getCatalogue } from './catalogues.ts';

const answers = new Map<Language, string>();

/** Written without the wire codec: the keys of texts are data, and the codec would rename them. */
export function localeRoutes(app: FastifyInstance): void {
  app.route({
    method: getLocaleKeys.method,
    url: getLocaleKeys.path.replace('{lang}', ':lang'),
    config: { call: getLocaleKeys.name },
    handler: async (request, reply) => {
      const params = getLocaleKeys.params.safeParse(request.params);
      if (!params.success) throw new Refusal({ code: 'NOT_FOUND', field: 'lang' });
      readFields(getLocaleKeys, request);
      void reply.header('cache-control', 'no-store').type('application/json; charset=utf-8');
      return writeAnswer(params.data.lang);
    },
  });
}

function writeAnswer(language: Language): string {
  const known = answers.get(language);
  if (known !== undefined) return known;
  const answer = JSON.stringify({ success: 1, data: getCatalogue(language).public });
  answers.set(language, answer);
  return answer;
}
