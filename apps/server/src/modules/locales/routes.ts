import { brotliCompress, constants } from 'node:zlib';
import { promisify } from 'node:util';
import { getLocaleKeys } from '@causeway/contract/calls/get-locale-keys';
import type { Language } from '@causeway/domain/languages/languages';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../errors.ts';
import { readFields } from '../../plugins/bind-call.ts';
import { getCatalogue } from './catalogues.ts';

interface Answer {
  plain: Buffer;
  compressed: Buffer;
}

const compress = promisify(brotliCompress);
const answers = new Map<Language, Promise<Answer>>();

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
      const { plain, compressed } = await answerOf(params.data.lang);
      const isBrotli = /\bbr\b/.test(request.headers['accept-encoding'] ?? '');
      if (isBrotli) void reply.header('content-encoding', 'br');
      void reply.headers({ 'cache-control': 'no-store', vary: 'accept-encoding' });
      return reply.type('application/json; charset=utf-8').send(isBrotli ? compressed : plain);
    },
  });
}

/** Made once for each language: the texts do not change while the server runs. */
function answerOf(language: Language): Promise<Answer> {
  const known = answers.get(language);
  if (known !== undefined) return known;
  const answer = writeAnswer(language);
  answers.set(language, answer);
  return answer;
}

async function writeAnswer(language: Language): Promise<Answer> {
  const plain = Buffer.from(JSON.stringify({ success: 1, data: getCatalogue(language).public }));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
  return { plain, compressed: await compress(plain, { params }) };
}
