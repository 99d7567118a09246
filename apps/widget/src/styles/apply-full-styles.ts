/** Asks for what the page names in `<link data-href="…">`: the whole style sheet and the typeface. Call it once, when hydrated. */
export function applyFullStyles(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-href]')) {
    const { href } = link.dataset;
    delete link.dataset['href'];
    if (href) link.href = href;
  }
}
