import { describe, expect, test } from 'vitest';
import { isMarkup, readMarkup } from './read-markup.ts';

describe('5-36 what is drawn as markup', () => {
  test.each([
    ['Order 20417', false],
    ['Замовлення 12', false],
    ['注文 7', false],
    ['a < b', true],
    ['<b>bold</b>', true],
    ['Fish & chips', true],
  ])('%j: %j', (text, is) => expect(isMarkup(text)).toBe(is));
});

describe('A-135 markup of others is cleaned', () => {
  test('harmless tags stay', () => {
    expect(readMarkup('Ships <b>in 2 <i>days</i></b><br>')).toEqual([
      'Ships ',
      { tag: 'b', children: ['in 2 ', { tag: 'i', children: ['days'] }] },
      { tag: 'br', children: [] },
    ]);
  });
  test.each([
    ['a script', '<script>alert(1)</script>ok', ['ok']],
    ['a script that never ends', 'ok<script>alert(1)', ['ok']],
    ['an event on a picture', '<img src=x onerror=alert(1)>ok', ['ok']],
    ['a frame', '<iframe src="https://evil.example"></iframe>ok', ['ok']],
    ['a comment', 'a<!-- <b> -->b', ['a', 'b']],
    ['an unknown element keeps its text', '<div>ok</div>', ['ok']],
    ['a lone sign', '1 < 2', ['1 ', '<', ' 2']],
    ['entities', 'Fish &amp; chips &lt;3', ['Fish & chips <3']],
  ])('%s', (_name, text, nodes) => expect(readMarkup(text)).toEqual(nodes));
  test.each([
    ['https://shop.example/a', 'https://shop.example/a'],
    ['mailto:help@shop.example', 'mailto:help@shop.example'],
    ['/faq', '/faq'],
    ['javascript:alert(1)', undefined],
    ['JaVaScRiPt:alert(1)', undefined],
    ['&#39;javascript:alert(1)', undefined],
    ['//evil.example', undefined],
    ['data:text/html,x', undefined],
  ])('a link to %s leads to %s', (href, kept) => {
    expect(readMarkup(`<a href="${href}" onclick="x()">go</a>`)).toEqual([
      { tag: 'a', ...(kept && { href: kept }), children: ['go'] },
    ]);
  });
  test('elements that are not closed, or closed twice, do no harm', () => {
    expect(readMarkup('<b>a</i></b></b>c<u>d')).toEqual([
      { tag: 'b', children: ['a'] },
      'c',
      { tag: 'u', children: ['d'] },
    ]);
  });
});
