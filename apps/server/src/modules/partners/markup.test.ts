import { markupPayloads } from '@causeway/testing/markup-payloads';
import { describe, expect, test } from 'vitest';
import { checkMemo } from '../addresses/check-memo.ts';
import { normalCode } from '../coupons/coupon.ts';
import { cleanMarkup } from '../locales/clean-markup.ts';
import { cleanPresets, cleanProductDetails, plainPresets } from './clean-presets.ts';

import { partner } from './partner.ts';

const harmless = /^<(?:\/?(?:a|b|br|em|i|strong)|a href="(?:https?:\/\/|mailto:|\/(?!\/))[^"'<>\s]*")>$/;

/** Parts that a browser could take for a tag other than the few harmless ones. */
function harmfulTags(text: string): string[] {
  return (text.match(/<[^<>]*>?/g) ?? []).filter((tag) => !harmless.test(tag));
}

const known = {
  partnerKey: 'pk_shop',
  name: 'Shop',
  allowedOrigins: [],
  isMerchant: false,
  isFloatingRate: true,
  theme: 'auto',
  themeSettings: {},
};

describe('5 text is data: of every payload nothing is left that runs or asks', () => {
  test.each(markupPayloads)('%s', (payload) => {
    const once = cleanMarkup(payload);
    expect(harmfulTags(once)).toEqual([]);
    // Cleaned on write and again on render: the second time changes nothing.
    expect(cleanMarkup(once)).toBe(once);
    expect(harmfulTags(cleanPresets({ description: payload }).description ?? '')).toEqual([]);
    expect(plainPresets({ description: payload }).description, 'of a link').not.toContain('<');
    expect(partner.safeParse({ ...known, name: payload }).success, 'the name of a partner').toBe(false);
    expect(() => checkMemo('ton', { memoValue: payload })).toThrow('MEMO_INVALID');
    expect(normalCode(payload), 'a coupon').not.toMatch(/^[A-Z0-9_-]{3,40}$/);
  });

  test.each(markupPayloads)('in product details: %s', (payload) => {
    const item = { name: payload, img: payload, price: payload.slice(0, 40), count: payload.slice(0, 20) };
    const details = {
      header: payload,
      footer: payload,
      items: [item],
      style: { color: payload, [payload]: 'red' },
      more: payload,
    };
    const cleaned = cleanProductDetails(JSON.stringify(details));
    const strings: string[] = [];
    if (cleaned !== '')
      JSON.parse(cleaned, (_key, value: unknown) => void (typeof value === 'string' && strings.push(value)));
    for (const text of strings) expect(harmfulTags(text)).toEqual([]);
    expect(cleaned).not.toContain('"more"');
  });

  test.each([
    ['http://shop.example/a.png', ''],
    ['//shop.example/a.png', ''],
    ['data:image/svg+xml,<svg onload=alert(1)>', ''],
    ['javascript:alert(1)', ''],
    ['https://shop.example/a.png', 'https://shop.example/a.png'],
  ])('A-138 the image %s becomes %j', (img, kept) => {
    expect(JSON.parse(cleanProductDetails(JSON.stringify({ items: [{ name: 'x', img }] })))).toEqual({
      items: [{ name: 'x', img: kept }],
    });
  });

  test.each(['', 'x', '[]', '1', '{"items":1}', '{"items":[{}]}'])(
    '3-13 what is no product details, %j, is nothing',
    (text) => {
      expect(cleanProductDetails(text)).toBe('');
    },
  );
});
