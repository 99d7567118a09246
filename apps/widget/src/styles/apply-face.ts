import { whenIdle } from '../lib/timing/when-idle.ts';
import './fonts-more.css';

/** Milliseconds without a key or a press after which the texts may move. */
const calm = 1500;

/**
 * Loads the typeface and changes to it once it is there: one layout, at a moment without typing or presses. The
 * faces are those that the text on screen needs. Their rules come with this file: in a sheet that the page has already,
 * they would have every text laid out again, for nothing.
 */
export function applyFace(): void {
  let touchedAt = -calm;
  const touched = ({ timeStamp }: Event) => {
    touchedAt = timeStamp;
  };
  const touches = ['input', 'pointerdown', 'pointerup'];
  for (const touch of touches) addEventListener(touch, touched, true);
  const change = () => {
    const wait = touchedAt + calm - performance.now();
    if (wait > 0) {
      setTimeout(later, wait);
      return;
    }
    for (const touch of touches) removeEventListener(touch, touched, true);
    document.documentElement.dataset['face'] = '';
  };
  const later = () => whenIdle(change);
  const text = document.getElementById('root')?.textContent ?? '';
  // Without it the page keeps the typeface that it has.
  document.fonts.load("1em 'Geologica Variable'", text).then(later, () => undefined);
}
