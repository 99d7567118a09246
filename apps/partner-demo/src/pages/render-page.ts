import type { PartnerDemoConfig } from '../config.ts';
import { ART } from './art.ts';
import { escapeHtml } from './escape-html.ts';
import { notices } from '../receive-notice.ts';
import { WAYS, type Theme, type Way } from './ways.ts';

export interface PageOptions {
  way: Way;
  theme: Theme;
  config: PartnerDemoConfig;
}

const THEMES: readonly Theme[] = ['auto', 'light', 'dark'];
const withTheme = (path: string, theme: Theme) => (theme === 'auto' ? path : `${path}?theme=${theme}`);

function link(href: string, text: string, isCurrent: boolean): string {
  return `<a href="${href}"${isCurrent ? ' aria-current="page"' : ''}>${text}</a>`;
}

const header = ({ way, theme }: PageOptions) => `<header class="top">
<a class="logo" href="${withTheme('/', theme)}">Fenwick Paper</a>
<nav aria-label="Ways to embed">${WAYS.map((each) => link(withTheme(each.path, theme), each.name, each === way)).join('')}</nav>
<span class="bag">Bag · 3</span>
</header>`;

const INTRO = `<section class="intro" aria-labelledby="question">
<p class="crumb">Bag / Delivery / <b>Payment</b></p>
<h1 id="question">How would you like to pay?</h1>
<fieldset class="ways"><legend>Way to pay</legend>
<label><input type="radio" name="way" value="card"><span>Card</span></label>
<label><input type="radio" name="way" value="bank"><span>Bank transfer</span></label>
<label><input type="radio" name="way" value="crypto" checked><span>Crypto</span></label></fieldset>
<p class="till-note" role="status" id="till-note"></p>
<div class="ship">
<div><h2>Delivery</h2><p>Elin Maas<br>Am Sandtorkai 12<br>20457 Hamburg</p></div>
<div><h2>Arrives</h2><p>Thu 5 – Fri 6 June<br>9 EUR, tracked</p></div>
</div>
<div class="art">${ART}</div>
</section>`;

/** What Causeway told the shop's server, as far as its signature was right. */
const noticeList = () =>
  notices.length === 0
    ? '<p class="fine">No notice yet. Buy something on another page, and load this one again.</p>'
    : `<ol class="notices">${notices.map((notice) => `<li><code>${escapeHtml(JSON.stringify(notice))}</code></li>`).join('')}</ol>`;

const till = ({ way, config, theme }: PageOptions) => `<section class="till" aria-label="Buy crypto">
<div class="stay"><div class="frame">${way.slot(config, theme)}${way.path === '/webhooks' ? noticeList() : ''}</div>
<p class="fine">No coins yet? Buy some here and pay with them.</p></div>
</section>`;

const behind = ({ way, config, theme }: PageOptions) => `<section class="behind" aria-labelledby="behind">
<h2 id="behind">Behind this page</h2>
<p>${way.about}</p>
<pre tabindex="0" aria-label="Code of this page"><code>${escapeHtml(way.code(config, theme))}</code></pre>
<div class="log-head"><h3 id="log-title">Events</h3><button type="button" id="clear">Clear</button></div>
<div class="send" role="group" aria-label="Send an event into the widget">
<button type="button" data-send="open-exchange">open-exchange</button>
<button type="button" data-send="login">login</button>
<button type="button" data-send="register">register</button>
<button type="button" data-send="reset">reset</button>
<button type="button" data-send="logout">logout</button>
</div>
<div class="log" role="log" tabindex="0" aria-labelledby="log-title"><ol id="log"></ol></div>
<p class="empty" id="empty">Nothing yet. Use the widget, and what it tells the shop appears here.</p>
</section>`;

const footer = ({ way, config, theme }: PageOptions) => `<footer class="foot">
<nav aria-label="Theme">${THEMES.map((each) => link(withTheme(way.path, each), { auto: 'Auto', light: 'Light', dark: 'Dark' }[each], each === theme)).join('')}</nav>
<nav aria-label="Elsewhere">
<a href="${escapeHtml(config.productOrigin)}/">The widget on its own</a>
<a href="${escapeHtml(config.productOrigin)}/docs">API description</a>
<a href="${escapeHtml(config.sandboxOrigin)}/">Sandbox: inbox and test cards</a>
</nav>
</footer>`;

/** The shop's page for one way of embedding. It works under a strict content policy: no inline script or style. */
export function renderPage(options: PageOptions): string {
  const { way, theme } = options;
  return `<!doctype html>
<html lang="en" data-theme="${theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="${theme === 'auto' ? 'light dark' : theme}">
<title>Fenwick Paper: payment, by ${way.name.toLowerCase()}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/assets/shop.css">
<script type="module" src="/assets/${way.entry}"></script>
</head>
<body>
${header(options)}
<main>${INTRO}${till(options)}${behind(options)}</main>
${footer(options)}
</body>
</html>
`;
}
