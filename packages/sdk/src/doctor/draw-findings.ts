import { make } from '../stages/shadow-box.ts';
import type { Finding } from './finding.ts';

const marks = { right: '✓', doubtful: '!', wrong: '✕' };
const names = { right: 'Right', doubtful: 'Doubtful', wrong: 'Wrong' };
const order = ['wrong', 'doubtful', 'right'] as const;

/** The findings as a list, the worst first. */
export function drawFindings(findings: readonly Finding[]): HTMLElement {
  const sorted = findings.toSorted((left, right) => order.indexOf(left.state) - order.indexOf(right.state));
  const items = sorted.map(({ state, what, mend }) => {
    const mark = make('span', { className: 'mark', textContent: marks[state], ariaLabel: names[state], role: 'img' });
    const lines = [make('p', { textContent: what }), ...(mend ? [make('code', { textContent: mend })] : [])];
    const item = make('li', {}, mark, make('div', {}, ...lines));
    item.dataset['state'] = state;
    return item;
  });
  return make('ul', { className: 'findings' }, ...items);
}
