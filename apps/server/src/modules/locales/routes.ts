import { createHash } from 'node:crypto';
import { brotliCompress, constants } from 'node:zlib';
import { promisify } from 'node:util';
import { getLocaleKeys } from '@causeway/contract/calls/get-locale-keys';
import { findLanguage, type Language } from '@causeway/domain/languages/languages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../errors.ts';
import { readFields } from '../../plugins/bind-call.ts';
import { getCatalogue } from './catalogues.ts';
import { compileTexts } from './compile-texts.ts';

interface Answer {
  plain: Buffer;
  compressed: Buffer;
  /** Names this very content. */
  tag: string;
}

const compress = promisify(brotliCompress);

/**
 * C-68 The texts of a language, and the same as a file in the form in which the widget shows them, so that no page
 * brings a parser. Written without the wire codec: the keys of texts are data, and the codec would rename them.
 */
export function localeRoutes(app: FastifyInstance): void {
  const keys = once((language) => pack({ success: 1, data: getCatalogue(language).public }));
  const files = once((language) => pack(compileTexts(language, Object.keys(getCatalogue(language).public))));
  app.route({
    method: getLocaleKeys.method,
    url: getLocaleKeys.path.replace('{lang}', ':lang'),
    config: { call: getLocaleKeys.name },
    handler: async (request, reply) => {
      const params = getLocaleKeys.params.safeParse(request.params);
      if (!params.success) throw new Refusal({ code: 'NOT_FOUND', field: 'lang' });
      readFields(getLocaleKeys, request);
      void reply.header('cache-control', 'no-store');
      return send(request, reply, await keys(params.data.lang));
    },
  });
  app.get<{ Params: { lang: string } }>('/texts/:lang', async (request, reply) => {
    const language = findLanguage(request.params.lang);
    if (language === undefined) throw new Refusal({ code: 'NOT_FOUND' });
    const file = await files(language);
    // A browser that comes back asks whether they have changed.
    void reply.headers({ 'cache-control': 'no-cache', etag: file.tag });
    return request.headers['if-none-match'] === file.tag ? reply.code(304).send() : send(request, reply, file);
  });
}

function send(request: FastifyRequest, reply: FastifyReply, { plain, compressed }: Answer): FastifyReply {
  const isBrotli = /\bbr\b/.test(request.headers['accept-encoding'] ?? '');
  if (isBrotli) void reply.header('content-encoding', 'br');
  return reply
    .header('vary', 'accept-encoding')
    .type('application/json; charset=utf-8')
    .send(isBrotli ? compressed : plain);
}

/** Made once for each language: the texts do not change while the server runs. */
function once(make: (language: Language) => Promise<Answer>): (language: Language) => Promise<Answer> {
  const answers = new Map<Language, Promise<Answer>>();
  return (language) => {
    const answer = answers.get(language) ?? make(language);
    answers.set(language, answer);
    return answer;
  };
}

async function pack(answer: object): Promise<Answer> {
  const plain = Buffer.from(JSON.stringify(answer));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
  const tag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 16)}"`;
  return { plain, compressed: await compress(plain, { params }), tag };
}
