import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { partnerKey } from '@causeway/contract/fields/fields';
import type { AppContext } from '../context.ts';
import { peekToken } from '../modules/partner-sessions/partner-session.ts';
import { findPartner, listFramingOrigins } from '../modules/partners/find-partner.ts';
import { escapeHtml } from '../pages/write-page.ts';
import { readScriptVersion, readSdkFile } from './sdk-script.ts';

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const css = `:root{color-scheme:light dark;--ink:light-dark(#0b2026,#eef3f1);--soft:light-dark(#4a5d5c,#b6c2bf);--line:light-dark(#d9d5cc,#34403e);--sheet:light-dark(#fffdf9,#16201f);--brand:light-dark(#00606b,#7fd4dc)}
*{box-sizing:border-box}body{margin:0;background:light-dark(#f3f1ec,#0d1514);color:var(--ink);font:400 15px/24px system-ui,sans-serif}
main{display:grid;gap:24px;max-inline-size:760px;margin:0 auto;padding:40px 20px}h1{margin:0;font-size:28px;line-height:36px}h2{margin:0 0 8px;font-size:18px}p{margin:0;color:var(--soft)}
form,section{display:grid;gap:16px;padding:20px;border:1px solid var(--line);border-radius:14px;background:var(--sheet)}label{display:grid;gap:4px;font-weight:600}label span{color:var(--soft);font-weight:400}
input,textarea{inline-size:100%;padding:10px 12px;border:1px solid light-dark(#7c8885,#6c7a77);border-radius:10px;background:transparent;color:inherit;font:inherit}textarea{min-block-size:96px;font:13px/20px ui-monospace,monospace}
button{min-block-size:48px;border:0;border-radius:10px;background:var(--brand);color:light-dark(#fff,#04262b);font:600 15px/24px system-ui,sans-serif;cursor:pointer}:focus-visible{outline:2px solid var(--brand);outline-offset:2px}
pre,code{margin:0;padding:10px 12px;border-radius:8px;background:light-dark(#f1ede4,#0d1514);font:13px/20px ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere}code{display:block}
.findings{display:grid;gap:16px;margin:0;padding:0;list-style:none}.findings li{display:grid;grid-template-columns:24px 1fr;gap:8px}.findings p{color:var(--ink)}.mark{font-weight:700}`;

/** The embed doctor: a page for partners, and the report that it and the SDK's overlay request. */
export function embedDoctor(app: FastifyInstance, context: AppContext): void {
  const { BRAND_NAME, PUBLIC_URL } = context.config;
  app.get('/embed-doctor', async (_request, reply) => {
    const hashes: unknown = JSON.parse((await readSdkFile('integrity.json')).toString());
    const integrity = new Map<string, unknown>(Object.entries(hashes ?? {})).get('causeway.js');
    const script = `${new URL(PUBLIC_URL).origin}/sdk/${await readScriptVersion()}/causeway.js`;
    const { html, css } = writeDoctorPage({ brand: BRAND_NAME, script, integrity });
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', contentSecurityPolicy.replace("style-src 'self'", `style-src ${css}`))
      .send(html);
  });

  // Nothing here is secret: the origins that may frame a partner's page are in the answer to every page, and a token
  // belongs to its holder.
  app.get('/embed-doctor/report', async (request, reply) => {
    const query = new URLSearchParams(request.raw.url?.split('?', 2)[1]);
    const field = (name: string) => query.get(name) ?? '';
    const key = partnerKey.safeParse(field('partner_key'));
    const partner = key.success ? await findPartner(context, key.data) : undefined;
    const origin = field('origin');
    const token = field('session_token');
    const allowed = partner === undefined ? [] : listFramingOrigins(context, partner);
    const isAllowed = allowed.includes(origin);
    return reply
      .header('access-control-allow-origin', '*')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('cache-control', 'no-store')
      .send({
        now: context.clock.now().getTime(),
        is_key_known: partner !== undefined,
        is_origin_allowed: isAllowed,
        similar_origin: isAllowed ? '' : findSimilar(origin, partner?.allowedOrigins ?? []),
        token: token === '' ? '' : await peekToken(context, token, partner?.partnerKey),
      });
  });
}

/** An allowed origin that differs only in scheme, port or `www.`, the usual mistakes. */
function findSimilar(origin: string, allowed: readonly string[]): string {
  const bare = (text: string) => (URL.canParse(text) ? new URL(text).hostname.replace(/^www\./, '') : '');
  return allowed.find((candidate) => bare(candidate) !== '' && bare(candidate) === bare(origin)) ?? '';
}

interface DoctorPageOptions {
  brand: string;
  /** The SDK's script of this version. */
  script: string;
  /** Its hash, when it is known. */
  integrity: unknown;
}

/** The embed doctor's page, and the source for `style-src` that allows its styles. Its script is a part of the SDK. */
function writeDoctorPage({ brand, script, integrity }: DoctorPageOptions): { html: string; css: string } {
  const pin = typeof integrity === 'string' ? ` integrity="${integrity}" crossorigin="anonymous"` : '';
  const snippet = `<script src="${script}"${pin} async></script>
<causeway-widget partner-key="pk_your_key" debug></causeway-widget>`;
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Embed doctor · ${escapeHtml(brand)}</title><link rel="icon" href="data:,"><style>${css}</style><script src="/causeway-doctor.js" defer></script></head><body><main>
<header><h1>Embed doctor</h1><p>Tells what keeps the widget from your page, and how to mend it. Nothing that you enter is kept.</p></header>
<form id="embed-doctor">
<label>Partner key<input name="partner_key" placeholder="pk_…" autocomplete="off" spellcheck="false"></label>
<label>Address of your page<input name="page" type="url" required placeholder="https://shop.example/pay" autocomplete="off"></label>
<label>Session token <span>If your server makes them. Looking does not use it up.</span><input name="session_token" autocomplete="off" spellcheck="false"></label>
<label>Headers of your page <span>What <b>curl -I</b> prints: content policy, permissions policy, isolation.</span><textarea name="headers" spellcheck="false"></textarea></label>
<label>Frame around the widget <span>Only if you write it by hand, or your page stands in a frame itself: its tag, for the sandbox.</span><input name="markup" placeholder="&lt;iframe sandbox=&quot;…&quot;&gt;" autocomplete="off" spellcheck="false"></label>
<button>Examine</button></form>
<section aria-live="polite" aria-labelledby="found"><h2 id="found">Findings</h2><div id="findings"><p>None yet.</p></div></section>
<section aria-labelledby="live"><h2 id="live">On the page itself</h2><p>The element's attribute debug looks at the running page and shows the same list there. This version of the script, for good, with its hash:</p><pre tabindex="0">${escapeHtml(snippet)}</pre></section>
</main></body></html>`;
  return { html, css: `'sha256-${createHash('sha256').update(css).digest('base64')}'` };
}
