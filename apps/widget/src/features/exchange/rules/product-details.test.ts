import { describe, expect, test } from 'vitest';
import { productSum, readProductDetails } from './product-details.ts';

const text = JSON.stringify({
  style: {
    color: '#102030',
    fontSize: '13px',
    position: 'fixed',
    backgroundColor: 'url(https://evil.example)',
    padding: '900px',
  },
  header: 'Order <b>20417</b>',
  footer: 'Ships in 2 days',
  items: [
    { name: 'Field notebook', img: 'https://shop.example/a.png', price: '18 EUR', count: 2 },
    { name: 'Pen', img: 'http://shop.example/b.png', price: 64 },
    'no product',
  ],
});

describe('3-13, A-138 product details', () => {
  test('3-13 a valid text gives the structure', () => {
    expect(readProductDetails(text)).toMatchObject({
      header: 'Order <b>20417</b>',
      footer: 'Ships in 2 days',
      items: [
        { name: 'Field notebook', price: '18 EUR', count: '2' },
        { name: 'Pen', price: '64', count: '1' },
      ],
    });
  });
  test('A-138 pictures come over https only', () => {
    expect(readProductDetails(text)?.items.map(({ img }) => img)).toEqual(['https://shop.example/a.png', '']);
  });
  test('A-138 a style has colours and sizes of a fixed list', () => {
    expect(readProductDetails(text)?.style).toEqual({ '--product-color': '#102030', '--product-fontsize': '13px' });
  });
  test.each(['', '{', '[]', '"text"', 'null'])('A-138 %j is no product', (broken) =>
    expect(readProductDetails(broken)).toBeUndefined(),
  );
  test.each([
    ['18 EUR', '2', '2 × 18\u00A0EUR', '36\u00A0EUR'],
    ['0.1', '3', '3 × 0.10', '0.30'],
    ['on request', '2', '2 ×', 'on request'],
    ['18 EUR', 'a few', 'a few ×', '18 EUR'],
  ])('%s by %s', (price, count, text, sum) => expect(productSum({ price, count })).toEqual({ count: text, sum }));
});
