import { describe, expect, test } from 'vitest';
import { likelyParents } from './likely-parents.ts';

const allowed = ['https://shop.example', 'https://shop2.example'];
const hints = (referrer: string, ancestorOrigins?: string[]) => ({
  location: { ancestorOrigins },
  document: { referrer },
});

describe('who may have framed the widget', () => {
  test('the browser names an allowed parent', () => {
    expect(likelyParents(hints('', ['https://shop2.example', 'https://top.example']), allowed)).toEqual([
      'https://shop2.example',
    ]);
  });

  test.each(['https://evil.example', 'null', 'https://shop.example.evil.example', 'http://shop.example'])(
    'the browser names %s: a stranger, whatever the referrer says',
    (parent) => {
      expect(likelyParents(hints('https://shop.example/', [parent, 'https://shop.example']), allowed)).toEqual([]);
    },
  );

  test('without that the referrer narrows', () => {
    expect(likelyParents(hints('https://shop.example/pay'), allowed)).toEqual(['https://shop.example']);
  });

  test.each(['', 'https://acquirer.example/3ds', 'about:blank'])('the referrer %o says nothing', (referrer) => {
    expect(likelyParents(hints(referrer), allowed)).toEqual(allowed);
  });

  test('an entry that is no exact origin is never a target', () => {
    expect(likelyParents(hints(''), ['*', 'null', 'https://shop.example/'])).toEqual([]);
  });
});
