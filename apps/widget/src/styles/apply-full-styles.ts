/** Switches on the whole style sheet, which the page names in `<link id="styles" rel="stylesheet" data-href="…">`. Call it once, when hydrated. */
export function applyFullStyles(): void {
  const link = document.getElementById('styles');
  if (!(link instanceof HTMLLinkElement)) return;
  const href = link.dataset['href'];
  if (href) link.href = href;
}
