import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { routes } from '../routes.ts';
import { nextKnown, otherTokens } from './cabinet-page.tsx';

const owned = new Set<string>(routes.flatMap((route) => (route.auth && 'view' in route ? [route.view] : [])));

describe('4.6 a page of the cabinet is one client’s', () => {
  test.each([
    ['the client who becomes known', ['', 'A'], 0],
    ['an account that is read again', ['A', 'A'], 0],
    ['a sign-out', ['A', ''], 0],
    ['the same client after a sign-out', ['A', '', 'A'], 0],
    ['another client', ['A', 'B'], 1],
    ['another client after a sign-out', ['A', '', 'B'], 1],
    ['the first one again after another', ['', 'A', 'B', '', 'A'], 2],
  ] as const)('%s', (_name, clients, turn) => {
    const [first, ...rest] = clients;
    expect(rest.reduce(nextKnown, { niceId: first, turn: 0 }).turn).toBe(turn);
  });

  test('a page of a client who is not known yet is mounted again for the tokens of another tab', () => {
    const drawn = { niceId: '', turn: 0 };
    expect(nextKnown(otherTokens(drawn), 'B').turn).toBe(1);
    // A refresh by another tab is no other client; a client who is known is compared.
    const known = nextKnown(drawn, 'A');
    expect(nextKnown(otherTokens(known), 'A').turn).toBe(0);
    expect(nextKnown(otherTokens(known), 'B').turn).toBe(1);
  });

  test.each([...owned])('the view %s of a route that needs a client is mounted again for another one', (name) => {
    const [path = ''] = globSync(`../*/${name}*-view.tsx`, { cwd: import.meta.dirname });
    const text = readFileSync(`${import.meta.dirname}/${path}`, 'utf8');
    expect(text).toMatch(/^export default ofOneClient\(\w+\);$/m);
    expect(text).not.toMatch(/^export default function/m);
  });

  test('no view is mounted again by a client who becomes known', () => {
    const keyed = globSync('../**/*.tsx', { cwd: import.meta.dirname }).filter((path) =>
      /key=\{[^}]*client(\.|\b)[^}]*(niceId|isAuthorized)/.test(readFileSync(`${import.meta.dirname}/${path}`, 'utf8')),
    );
    expect(keyed).toEqual([]);
  });
});
