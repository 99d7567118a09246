import { describe, expect, test } from 'vitest';
import { readCapabilities, type CapableWindow } from './frame-capabilities.ts';

const chrome = 'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/156.0.0.0 Mobile Safari/537.36';
const all: CapableWindow = {
  isSecureContext: true,
  localStorage: { setItem: () => undefined, removeItem: () => undefined },
  navigator: { userAgent: chrome, mediaDevices: {} },
  document: {},
  PaymentRequest: {},
};
const refusing = {
  setItem() {
    throw new Error('SecurityError');
  },
  removeItem: () => undefined,
};

describe('1 what a frame can do', () => {
  test.each<[string, Partial<CapableWindow>, string[]]>([
    ['nothing stands in its way', {}, []],
    ['storage is refused', { localStorage: refusing }, ['storage']],
    ['the page is not secure', { isSecureContext: false }, ['camera']],
    ['there are no media devices', { navigator: { userAgent: chrome } }, ['camera']],
    ['the browser knows no payment sheet', { PaymentRequest: undefined }, ['payment']],
    [
      'the page keeps camera and payment to itself',
      { document: { featurePolicy: { allowsFeature: () => false } } },
      ['camera', 'payment'],
    ],
    [
      'it runs in the view of another app',
      { navigator: { userAgent: chrome.replace('Android 16', 'Android 16; wv'), mediaDevices: {} } },
      ['popups'],
    ],
  ])('%s', (_name, window, missing) => {
    const can = Object.entries(readCapabilities({ ...all, ...window }));
    expect(can.filter(([, is]) => !is).map(([name]) => name)).toEqual(missing);
  });
});
