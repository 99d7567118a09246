import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { laterViews } from '../cabinet/later-views.ts';
import { routes } from '../routes.ts';
import { steps } from '../stepper/steps.ts';
import { viewOf } from './views.ts';

const pages = routes.filter(({ name }) => name !== 'order-stepper');
const browserTests = globSync('../../../../../e2e/{pages,screens,steps,tests}/**/*.ts', { cwd: import.meta.dirname })
  .map((path) => readFileSync(`${import.meta.dirname}/${path}`, 'utf8'))
  .join('\n');
const frequentViews = ['auth', 'address', 'order'];

describe('routes and views', () => {
  test.each(pages.map(({ name }) => name))('the route %s has a view of its own', (name) =>
    expect(viewOf(name, 'exchange')).not.toBe('exchange'),
  );

  // Shown in the place of a route that the page does not have.
  const shown = new Set<string>(['shut']);
  for (const { name } of pages) shown.add(viewOf(name, 'exchange'));
  for (const step of steps) shown.add(viewOf('order-stepper', step));
  test.each(Object.keys(laterViews))('the view %s is shown by a route or a step', (name) =>
    expect(shown).toContain(name),
  );
  test.each([...shown].filter((name) => name !== 'exchange'))('the view %s can be fetched', (name) =>
    expect([...Object.keys(laterViews), ...frequentViews]).toContain(name),
  );

  test('a screen that was fetched ahead is known as fetched: both lists of views alone import screens', () => {
    const root = `${import.meta.dirname}/../..`;
    const importers = globSync('**/*.{ts,tsx}', { cwd: root, exclude: ['**/*.test.ts'] }).filter((path) =>
      /import\('[^']*-view\.tsx'\)/.test(readFileSync(`${root}/${path}`, 'utf8')),
    );
    expect(importers.toSorted()).toEqual(['app/cabinet/later-views.ts', 'app/views/views.ts']);
  });

  test.each(pages.map(({ path }) => path.slice(path.lastIndexOf('/')).replace(/:\w+$/, '')))(
    'a browser test opens %s',
    (end) => expect(browserTests).toContain(end),
  );
});
