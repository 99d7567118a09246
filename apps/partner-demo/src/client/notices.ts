import './shop.ts';

const list = document.querySelector('#notices');
let shown = list?.innerHTML ?? '';

/** Shows the webhooks that have come; the server writes the list. */
async function refresh(): Promise<void> {
  const response = await fetch('/notices');
  const html = response.ok ? await response.text() : '';
  if (list === null || html === '' || html === shown) return;
  shown = html;
  list.innerHTML = html;
}

setInterval(() => void refresh().catch(() => undefined), 2000);
