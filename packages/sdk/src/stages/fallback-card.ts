import { type Staged, emitDisplay } from '../mounted.ts';
import { withTopAddress } from '../mint-address.ts';
import { drawQr } from './draw-qr.ts';
import { phoneAddress } from './phone-address.ts';
import { make } from './shadow-box.ts';
import { textsFor } from './texts.ts';

export interface CardOptions {
  /** Why the card is shown. */
  note: 'note' | 'blocked';
  /** Opens a window; undefined where a window would not work. */
  openWindow: (() => void) | undefined;
}

/** The other displays when the widget cannot be in this page: a window, this tab, the phone. Each is one click. */
export function fallbackCard(staged: Staged, { note, openWindow }: CardOptions): HTMLElement {
  const { widget } = staged;
  const texts = textsFor(widget.options.lang);
  const card = make('div', { className: 'card' }, make('p', { role: 'status', textContent: texts[note] }));
  const add = (text: string, act: () => void) => {
    const button = make('button', { type: 'button', textContent: text });
    button.className = card.querySelector('button') ? '' : 'first';
    button.addEventListener('click', act);
    card.append(button);
    return button;
  };
  if (openWindow) add(texts.window, openWindow);
  add(texts.page, () => {
    emitDisplay(widget, 'redirect', 'client');
    withTopAddress(widget, (url) => location.assign(url));
  });
  const phone = add(texts.phone, () => void showQr(staged, phone));
  return card;
}

async function showQr({ widget, fetchQr }: Staged, button: HTMLElement): Promise<void> {
  const encodeQr = await fetchQr();
  const texts = textsFor(widget.options.lang);
  const qr = drawQr(encodeQr(phoneAddress(widget.options)), texts.phone);
  button.replaceWith(qr, make('p', { textContent: texts.scan }));
  emitDisplay(widget, 'qr', 'client');
}
