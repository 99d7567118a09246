const log = document.querySelector('#log');
const empty = document.querySelector<HTMLElement>('#empty');

/** Adds a line to the panel of events. */
export function logEvent(event: string, detail: unknown, direction: 'in' | 'out' = 'in'): void {
  const line = document.createElement('li');
  const parts: [tag: string, className: string, text: string][] = [
    ['time', 'time', new Date().toLocaleTimeString('en-GB')],
    ['span', `way ${direction}`, direction === 'in' ? 'heard' : 'sent'],
    ['b', 'name', event],
    ['code', 'detail', detail instanceof Error ? detail.message : JSON.stringify(detail)],
  ];
  for (const [tag, className, text] of parts) {
    const part = document.createElement(tag);
    part.className = className;
    part.textContent = text;
    line.append(part);
  }
  log?.prepend(line);
  if (empty) empty.hidden = true;
}

document.querySelector('#clear')?.addEventListener('click', () => {
  log?.replaceChildren();
  if (empty) empty.hidden = false;
});
