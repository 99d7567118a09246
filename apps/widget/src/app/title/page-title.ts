/** How long a screen has settled before it names the tab. */
const settled = 200;

const shown = { unread: 0, screen: '' };

/** The tab's icon on an order's page, by the tone of its state. */
const icons: Readonly<Record<string, { colour: string; path: string }>> = {
  ok: { colour: '%2341b87b', path: 'M9 16.5l5 5 9-10' },
  warn: { colour: '%23d27908', path: 'M16 9v8l5 3' },
  bad: { colour: '%23e6625d', path: 'M11 11l10 10M21 11L11 21' },
};

function iconOf(tone: string | undefined): string {
  const icon = icons[tone ?? ''];
  if (icon === undefined) return 'data:,';
  return (
    'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
    `<circle cx="16" cy="16" r="16" fill="${icon.colour}"/>` +
    `<path d="${icon.path}" fill="none" stroke="white" stroke-width="3.5"/></svg>`
  );
}

function writeIcon(tone: string | undefined): void {
  const link = document.querySelector('link[rel=icon]');
  const next = iconOf(tone);
  if (link !== null && link.getAttribute('href') !== next) link.setAttribute('href', next);
}

/** The number of unread notifications stands before the title. */
export function titleUnread(brand: string, count: number): void {
  shown.unread = count;
  write(brand);
}

function write(brand: string): void {
  const name = shown.screen === '' ? brand : `${shown.screen} · ${brand}`;
  const next = shown.unread > 0 ? `(${shown.unread}) ${name}` : name;
  if (document.title !== next) document.title = next;
}

/**
 * Names the tab by the heading of the screen, on an order's page after its state, which those who look at another tab
 * wait for. @returns a function that stops it
 */
export function followScreen(brand: string): () => void {
  const page = document.querySelector('[data-popup-frame]');
  if (!page) return () => undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const read = () => {
    timer = undefined;
    const parts = ['h1 + * [role=status]', 'h1'].map((found) => page.querySelector(found)?.textContent.trim() ?? '');
    const pill = page.querySelector<HTMLElement>('h1 + * [role=status]');
    writeIcon(pill?.dataset['tone']);
    shown.screen = parts.filter((part) => part !== '').join(' · ');
    write(brand);
  };
  // Not by frames, which a tab in the background has none of.
  const watcher = new MutationObserver(() => (timer ??= setTimeout(read, settled)));
  watcher.observe(page, { subtree: true, childList: true, characterData: true });
  read();
  return () => {
    watcher.disconnect();
    clearTimeout(timer);
  };
}
