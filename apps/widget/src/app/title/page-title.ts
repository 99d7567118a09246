/** How long a screen has settled before it names the tab. */
const settled = 200;

const shown = { unread: 0, screen: '' };

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
