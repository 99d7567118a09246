import { whenIdle } from '../lib/timing/when-idle.ts';
import './fonts-more.css';

/**
 * Loads the typeface and changes to it once it is there: one layout, at a moment when nobody waits or types. The faces
 * are those that the text on screen needs. Their rules come with this file: in a sheet that the page has already, they
 * would have every text laid out again, for nothing.
 */
export function applyFace(): void {
  const change = () => {
    if (document.activeElement?.matches('input, textarea')) addEventListener('focusout', later, { once: true });
    else document.documentElement.dataset['face'] = '';
  };
  const later = () => whenIdle(change);
  const text = document.getElementById('root')?.textContent ?? '';
  // Without it the page keeps the typeface that it has.
  document.fonts.load("1em 'Geologica Variable'", text).then(later, () => undefined);
}
