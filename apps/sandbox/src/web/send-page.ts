import type { FastifyReply } from 'fastify';
import { html } from './html.ts';
import type { Html } from './html.ts';

type Page = {
  title: string;
  body: Html;
  /** The name in the banner beside SANDBOX. */
  provider: string;
  script?: string;
  /** Where a form may lead besides this origin. */
  formTargets?: readonly string[];
  wide?: boolean;
  /** A page that shops show inside their own. */
  isFramable?: boolean;
  /** Fields only, for a frame inside a form of the shop, in its light or dark theme. */
  frame?: 'light' | 'dark' | 'auto';
};

/** Sends a whole page under a strict content policy. */
export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self' data:",
    ...(page.script === undefined ? [] : ["script-src 'self'", "connect-src 'self'"]),
    `form-action ${["'self'", ...(page.formTargets ?? [])].join(' ')}`,
    "base-uri 'none'",
    `frame-ancestors ${page.isFramable ? 'http: https:' : "'none'"}`,
  ];
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policy.join('; '))
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', 'no-store')
    .send(render(page).text);
}

function render(page: Page): Html {
  return html`<!doctype html>
    <html lang="en" ${page.frame !== undefined && html` class="frame" data-theme="${page.frame}"`}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${page.title} · SANDBOX</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/assets/sandbox.css" />
        ${page.script !== undefined && html`<script src="${page.script}" defer></script>`}
      </head>
      <body>
        <header class="banner">
          <p><strong>SANDBOX</strong> <span>${page.provider}</span></p>
          <p class="banner-note">No real money moves here</p>
        </header>
        <main class="${page.wide ? 'wide' : 'narrow'}">${page.body}</main>
      </body>
    </html> `;
}
