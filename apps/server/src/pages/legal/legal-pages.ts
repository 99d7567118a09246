import { createHash } from 'node:crypto';
import type { Language } from '@causeway/domain/languages/languages';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { catalogueLanguages } from '../../modules/locales/catalogues.ts';
import { escapeHtml } from '../write-page.ts';
import { readLanguageAmong } from '../../plugins/read-language.ts';

const css = `:root{color-scheme:light dark}*{box-sizing:border-box}
body{margin:0;background:light-dark(#f4f2ed,#0a1215);color:light-dark(#0f2128,#f5f3ef);font:400 16px/26px system-ui,sans-serif}
main{display:grid;gap:12px;max-inline-size:720px;margin:0 auto;padding:40px 20px}h1{margin:0;font-size:28px;line-height:36px}h2{margin:12px 0 0;font-size:18px}p{margin:0;overflow-wrap:anywhere}
.example{padding:12px 16px;border-radius:10px;background:light-dark(#fdf0d9,#322618)}`;
const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(css).digest('base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Sections of each page. */
const sections = [1, 2, 3, 4];

/** Terms and privacy for an operator that has named no pages of its own, marked as an example. */
export function legalPages(app: FastifyInstance, context: AppContext): void {
  for (const page of ['terms', 'privacy'] as const)
    app.get(`/${page}`, (request, reply) => {
      const language = readLanguageAmong(catalogueLanguages, request.headers['accept-language']);
      return reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('vary', 'accept-language')
        .header('content-security-policy', contentSecurityPolicy)
        .send(writeLegalPage(context, page, language));
    });
}

function writeLegalPage({ config, texts }: AppContext, page: 'terms' | 'privacy', language: Language): string {
  const say = (key: string) => escapeHtml(texts.say(language, `tpl:legal:${key}`));
  const title = say(`${page}_title`);
  const parts = sections.map((number) => `<h2>${say(`${page}_${number}`)}</h2><p>${say(`${page}_${number}_text`)}</p>`);
  const operator = config.LEGAL_TEXT === undefined ? '' : `<p>${escapeHtml(config.LEGAL_TEXT)}</p>`;
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title} · ${escapeHtml(config.BRAND_NAME)}</title><link rel="icon" href="data:,"><style>${css}</style></head><body><main>
<h1>${title}</h1><p class="example">${say('example')}</p>
${parts.join('\n')}
${operator}</main></body></html>`;
}
