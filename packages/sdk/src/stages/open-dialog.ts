import type { Mounted, Stage } from '../mounted.ts';
import { make, shadowBox } from './shadow-box.ts';
import { textsFor } from './texts.ts';

interface Dialog extends Stage {
  isOpen: () => boolean;
  /** Without its own cross, once the content has one. */
  hideBar: () => void;
}

/** A dialog over the page around its content: the browser keeps the focus in it and gives it back. */
export function openDialog(widget: Mounted, content: Node, onClose: () => void): Dialog {
  const { lang, theme, title } = widget.options;
  const texts = textsFor(lang);
  const { host, root } = shadowBox(theme);
  const shut = make('button', { className: 'close', type: 'button', textContent: '×', ariaLabel: texts.close });
  const bar = make('div', { className: 'bar' }, shut);
  const dialog = make('dialog', { ariaLabel: title ?? texts.title }, bar, content);
  shut.addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
  dialog.addEventListener('close', onClose);
  root.append(dialog);
  document.body.append(host);
  return {
    open: () => dialog.open || dialog.showModal(),
    close: () => dialog.close(),
    isOpen: () => dialog.open,
    hideBar: () => bar.remove(),
    end: () => host.remove(),
  };
}
