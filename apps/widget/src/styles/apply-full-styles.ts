/**
 * Loads what the page names in `<link data-href="…" data-fonts="…">`: the whole style sheet and the typeface. Call it
 * once, when hydrated.
 */
export function applyFullStyles(): void {
  const link = document.querySelector<HTMLLinkElement>('link[data-href]');
  if (!link) return;
  const { href, fonts } = link.dataset;
  delete link.dataset['href'];
  if (href) link.href = href;
  for (const font of fonts?.split(' ').filter(Boolean) ?? []) preloadFont(font);
}

function preloadFont(href: string): void {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: '', href });
  document.head.append(link);
}
