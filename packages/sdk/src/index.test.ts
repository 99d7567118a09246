import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as sdk from './index.ts';
import * as server from './server/index.ts';
import * as react from './react.tsx';

test('the public names are these and no others', () => {
  expect(Object.keys(sdk).toSorted()).toEqual([
    'CausewayError',
    'EVENT_NAMES',
    'frameMarkup',
    'load',
    'mount',
    'orderLink',
  ]);
  expect(Object.keys(server).toSorted()).toEqual([
    'ApiError',
    'WebhookError',
    'createSession',
    'frameMarkup',
    'getOrder',
    'listOrders',
    'orderLink',
    'sendTestEvent',
    'verifyReturn',
    'verifyWebhook',
  ]);
  expect(Object.keys(react)).toEqual(['CausewayWidget']);
});

test('the package has these entries and no others', () => {
  const manifest: { exports: object } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const entries = ['.', './react', './element', './server', './vue', './causeway.js'];
  expect(Object.keys(manifest.exports)).toEqual(entries);
});
