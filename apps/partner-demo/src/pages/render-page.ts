import { ART } from './art.ts';
import { escapeHtml } from './escape-html.ts';
import { EXAMPLE_NAMES } from './examples.ts';
import { INTEGRATIONS } from './integrations.ts';
import type { Integration, Facts, Theme } from './integration-code.ts';

export interface PageOptions {
  integration: Integration;
  facts: Facts;
}

const THEMES: readonly Theme[] = ['auto', 'light', 'dark'];
const withTheme = (path: string, theme: Theme) => (theme === 'auto' ? path : `${path}?theme=${theme}`);

function link(href: string, text: string, isCurrent: boolean): string {
  return `<a href="${href}"${isCurrent ? ' aria-current="page"' : ''}>${text}</a>`;
}

const header = ({ integration, facts: { theme } }: PageOptions) => `<header class="top">
<a class="logo" href="${withTheme('/', theme)}">Fenwick Paper</a>
<nav aria-label="Ways to embed">${INTEGRATIONS.map((each) => link(withTheme(each.path, theme), each.name, each === integration)).join('')}</nav>
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
<div><h2>Arrives</h2><p>In two or three days<br>9 EUR, tracked</p></div>
</div>
<div class="art">${ART}</div>
</section>`;

const till = ({ integration, facts }: PageOptions) => `<section class="till" aria-label="Buy crypto">
<div class="stay"><div class="frame">${integration.slot(facts)}</div>
<p class="fine">${integration.note ?? 'No coins yet? Buy some here and pay with them.'}</p></div>
</section>`;

const events = `<div class="log-head"><h3 id="log-title">Events</h3><button type="button" id="clear">Clear</button></div>
<div class="send" role="group" aria-label="Send an event into the widget">
${EXAMPLE_NAMES.map((name) => `<button type="button" data-send="${name}">${name}</button>`).join('\n')}
</div>
<div class="log" role="log" tabindex="0" aria-labelledby="log-title"><ol id="log"></ol></div>
<p class="empty" id="empty">Nothing yet. Use the widget, and what it tells the shop appears here.</p>`;

const behind = ({ integration, facts }: PageOptions) => `<section class="behind" aria-labelledby="behind">
<h2 id="behind">Behind this page</h2>
<p>${integration.about}</p>
<pre tabindex="0" aria-label="Code of this page"><code>${escapeHtml(integration.code(facts))}</code></pre>
${integration.isSilent === true ? '' : events}
</section>`;

const footer = ({ integration, facts }: PageOptions) => `<footer class="foot">
<nav aria-label="Theme">${THEMES.map((each) => link(withTheme(integration.path, each), { auto: 'Auto', light: 'Light', dark: 'Dark' }[each], each === facts.theme)).join('')}</nav>
<nav aria-label="Elsewhere">
<a href="${escapeHtml(facts.productOrigin)}/">The widget on its own</a>
<a href="${escapeHtml(facts.productOrigin)}/docs">API description</a>
<a href="${escapeHtml(facts.sandboxOrigin)}/">Sandbox: inbox and test cards</a>
</nav>
</footer>`;

/** The shop's page for one method of embedding. It works under a strict content policy: no inline script or style. */
export function renderPage(options: PageOptions): string {
  const {
    integration,
    facts: { theme },
  } = options;
  return `<!doctype html>
<html lang="en" data-theme="${theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="${theme === 'auto' ? 'light dark' : theme}">
<title>Fenwick Paper: payment, by ${integration.name.toLowerCase()}</title>
<link rel="icon" href="data:,">
<link rel="preconnect" href="${escapeHtml(options.facts.productOrigin)}">
<link rel="stylesheet" href="/assets/shop.css">
<script type="module" src="/assets/${integration.entry}"></script>
</head>
<body>
${header(options)}
<main>${INTRO}${till(options)}${behind(options)}</main>
${footer(options)}
</body>
</html>
`;
}
