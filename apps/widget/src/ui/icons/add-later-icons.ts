let added: Promise<void> | undefined;

async function add(): Promise<void> {
  const { default: symbols } = await import('virtual:icons/later');
  const sprite = document.getElementById('icons');
  const all = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  all.innerHTML = symbols;
  sprite?.append(...[...all.children].filter(({ id }) => document.getElementById(id) === null));
}

/**
 * Adds the symbols that the page came without to its sprite, once. Call it when the first screen is idle to have them
 * ready. Without a network it waits for one.
 */
export async function addLaterIcons(): Promise<void> {
  added ??= add();
  try {
    await added;
  } catch {
    added = undefined;
    addEventListener('online', () => void addLaterIcons(), { once: true });
  }
}
