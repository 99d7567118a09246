import { expect, test } from 'vitest';
import { queryOfPlace } from './query-of-place.ts';

const both = 'lang=es&partnerKey=pk_shop&payin_amount=5';

test.each([
  ['in a frame at /widget partnerKey names the partner', '/widget', false, both, both],
  ['at /widget on its own it does not', '/widget', true, both, 'lang=es&payin_amount=5'],
  ['in a frame elsewhere it does not', '/', false, both, 'lang=es&payin_amount=5'],
  ['the widget param does, on its own', '/widget', true, 'partner_key=pk_shop', 'partner_key=pk_shop'],
  ['the widget param does, in a link', '/buysell', true, 'partner_key=pk_shop', 'partner_key=pk_shop'],
  ['spelt with codes neither', '/', true, 'partner%4Bey=pk_shop&a=1', 'a=1'],
  ['an empty one goes too', '/', true, 'partnerKey', ''],
  ['another name that begins so stays', '/', true, 'partnerKeys=1', 'partnerKeys=1'],
  ['no query stays none', '/widget', true, '', ''],
])('5-40 A-043 %s', (_name, path, isAlone, query, counts) => expect(queryOfPlace(path, query, isAlone)).toBe(counts));
