import { createHash } from 'node:crypto';
import type { BootData } from '@causeway/contract/boot/boot-data';
import { languages } from '@causeway/domain/languages/languages';
import { packBoot } from '@causeway/contract/wire/pack-boot';
import { getCatalogue } from '../modules/locales/catalogues.ts';
import type { PageData } from './build-boot-data.ts';
import type { PrerenderedPage, WidgetBundle } from './widget-bundle.ts';

/** A page ready to send: its markup and the content policy that fits its inlined parts. */
export interface WrittenPage {
  html: string;
  contentSecurityPolicy: string;
}

/** Assembles the page: head, styles, prerendered markup, boot data and scripts. */
export function writePage(
  bundle: WidgetBundle,
  boot: BootData,
  page: PrerenderedPage,
  origins: Pick<
    PageData,
    'frameAncestors' | 'frameOrigins' | 'providerOrigins' | 'imageOrigins' | 'reportOrigins' | 'relayOrigins'
  >,
): WrittenPage {
  const css = `${bundle.css}${writeProperties(page.theme)}`;
  const html = [
    `<!doctype html><html lang="${escapeHtml(boot.language)}" dir="ltr" data-theme="${escapeHtml(boot.theme)}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">',
    `<title>${escapeHtml(boot.brand.name)}</title>`,
    // One frame with all of the page, instead of two or three with parts of it, each with a layout of its own.
    '<link rel="expect" href="#boot" blocking="render">',
    '<link rel="icon" href="data:,">',
    `<style>${css}</style>`,
    // Loaded by the script once the page answers: neither the first paint nor hydration waits for them.
    `<link id="styles" rel="stylesheet" data-href="${escapeHtml(bundle.styles)}">`,
    // Fetched and compiled beside the page; the inlined script runs it after the first frame.
    `<link rel="modulepreload" href="${escapeHtml(bundle.script)}">`,
    ...preloads(bundle.filesOf(page.view), boot.language),
    '</head>',
    `<body>${withoutScript(boot.language)}<div id="root">${page.html}</div><script>${bundle.preHydration}</script>`,
    `<svg id="icons" width="0" height="0" aria-hidden="true">${page.icons}</svg>`,
    `<script type="application/json" id="boot">${JSON.stringify(packBoot(boot)).replaceAll('<', '\\u003c')}</script></body></html>`,
  ].join('');
  return { html, contentSecurityPolicy: writePolicy(bundle, css, origins) };
}

/** Without script the page is a price and no more: it says so. */
function withoutScript(language: BootData['language']): string {
  const known = languages.find((code) => code === language) ?? 'en';
  const text = getCatalogue(known).public['tpl:page:needs_script'] ?? '';
  return `<noscript><p role="note" style="padding:16px;text-align:center">${escapeHtml(text)}</p></noscript>`;
}

/** Of another screen than the first: all texts too. */
function preloads(files: readonly string[], language: string): string[] {
  if (files.length === 0) return [];
  return [...files.map(preload), `<link rel="preload" as="fetch" crossorigin href="/texts/${escapeHtml(language)}">`];
}

/** As the script will ask for it, so that it is the same request. */
function preload(url: string): string {
  const href = `href="${escapeHtml(url)}"`;
  return url.endsWith('.css')
    ? `<link rel="preload" as="style" crossorigin ${href}>`
    : `<link rel="modulepreload" ${href}>`;
}

function writePolicy(
  bundle: WidgetBundle,
  css: string,
  { frameAncestors, frameOrigins, providerOrigins, imageOrigins, reportOrigins, relayOrigins }: Omit<PageData, 'boot'>,
): string {
  const providers = providerOrigins.join(' ');
  return [
    "default-src 'none'",
    `script-src 'self' ${hash(bundle.preHydration)} ${providers}`,
    `style-src 'self' ${hash(css)}`,
    "style-src-attr 'unsafe-inline'",
    "font-src 'self'",
    `img-src ${["'self'", 'data:', ...providerOrigins, ...imageOrigins].join(' ')}`,
    `connect-src ${["'self'", ...providerOrigins, ...reportOrigins, ...relayOrigins].join(' ')}`,
    `frame-src ${[...providerOrigins, ...frameOrigins].join(' ')}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    `frame-ancestors ${frameAncestors.length === 0 ? "'none'" : frameAncestors.join(' ')}`,
  ].join('; ');
}

/** Named twice, so that the whole sheet that comes later does not override the partner's look. */
function writeProperties(properties: Readonly<Record<string, string>>): string {
  const lines = Object.entries(properties).map(([name, value]) => `${name}:${value.replace(/[;{}<>\\]/g, '')}`);
  return lines.length === 0 ? '' : `:root:root{${lines.join(';')}}`;
}

function hash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
