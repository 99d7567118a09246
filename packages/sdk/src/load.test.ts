import { afterEach, describe, expect, test, vi } from 'vitest';
import { load } from './load.ts';
import { mount } from './mount.ts';
import { fakePage } from './testing/fake-page.ts';

afterEach(() => void vi.unstubAllGlobals());

describe('load', () => {
  test('on a server there is nothing to load', async () => {
    expect(await load({ origin: 'https://pay.example' })).toBeNull();
  });

  test('the script is put on the page once for many calls', async () => {
    const { head, window } = fakePage();
    const calls = [
      load({ origin: 'https://one.example', integrity: 'sha384-x' }),
      load({ origin: 'https://one.example' }),
    ];
    expect(head.children).toHaveLength(1);
    expect(head.children[0]).toMatchObject({
      src: 'https://one.example/causeway.js',
      crossOrigin: 'anonymous',
      integrity: 'sha384-x',
    });
    const script = { mount, parts: {} };
    window.Causeway = script;
    head.children[0]?.fire('load');
    expect(await Promise.all(calls)).toEqual([script, script]);
  });

  test('a failed load is forgotten, so that the next call tries again', async () => {
    const { head } = fakePage();
    const first = load({ origin: 'https://two.example' });
    head.children[0]?.fire('error');
    await expect(first).rejects.toThrow('https://two.example/causeway.js did not load.');
    expect(head.children).toHaveLength(0);
    void load({ origin: 'https://two.example' });
    expect(head.children).toHaveLength(1);
  });

  test('a script that is not ours is refused', async () => {
    const { head } = fakePage();
    const loading = load({ origin: 'https://three.example' });
    head.children[0]?.fire('load');
    await expect(loading).rejects.toThrow('https://three.example/causeway.js did not load.');
  });

  test('a wrong origin is refused with a sentence', async () => {
    fakePage();
    await expect(load({ origin: 'pay.example' })).rejects.toThrow('but got "pay.example"');
  });
});
