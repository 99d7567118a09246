import { expect, test } from 'vitest';
import * as sdk from './index.ts';
import * as react from './react.tsx';

test('the public names are these and no others', () => {
  expect(Object.keys(sdk).toSorted()).toEqual(['CausewayError', 'EVENT_NAMES', 'load', 'mount']);
  expect(Object.keys(react)).toEqual(['CausewayWidget']);
});
