let added: Promise<void> | undefined;

async function add(): Promise<void> {
  const { default: symbols } = await import('virtual:icons/later');
  document.getElementById('icons')?.insertAdjacentHTML('beforeend', symbols);
}

/** Adds the symbols of the later screens to the page's sprite, once. Call it when the first screen is idle to have them ready. */
export function addLaterIcons(): Promise<void> {
  added ??= add();
  return added;
}
