import { describe, expect, test } from 'vitest';
import { priceText, readProductDetails } from './product-details.ts';

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
    expect(readProductDetails(text)?.style).toEqual({ '--goods-color': '#102030', '--goods-fontsize': '13px' });
  });
  test.each(['', '{', '[]', '"text"', 'null'])('A-138 %j is no product', (broken) =>
    expect(readProductDetails(broken)).toBeUndefined(),
  );
  test('a price is an amount, or the shop’s own words', () => {
    expect([priceText('1234.5'), priceText('18 EUR')]).toEqual(['1\u00A0234.50', '18 EUR']);
  });
});
