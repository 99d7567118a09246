import { expect, test, vi } from 'vitest';
import { type CaptchaScript, createScriptCaptcha } from './captcha-script.ts';

const script: CaptchaScript = { ready: (act) => act(), execute: async (key, { action }) => `${key}/${action}` };

test('2.3-40 the provider is loaded at the first need and once', async () => {
  const load = vi.fn(async () => script);
  const captcha = createScriptCaptcha({
    scriptUrl: 'https://captcha.example/api.js',
    siteKey: 'site',
    load,
    isChallengeOpen: () => false,
  });
  expect(load).not.toHaveBeenCalled();
  expect(await captcha.token('signin')).toBe('site/signin');
  expect(await captcha.token('order')).toBe('site/order');
  expect(load).toHaveBeenCalledTimes(1);
});

test('a script that could not be loaded is tried again', async () => {
  const load = vi
    .fn<() => Promise<CaptchaScript>>()
    .mockRejectedValueOnce(new Error('offline'))
    .mockResolvedValue(script);
  const captcha = createScriptCaptcha({ scriptUrl: '', siteKey: 'site', load, isChallengeOpen: () => false });
  await expect(captcha.token('order')).rejects.toThrow('offline');
  expect(await captcha.token('order')).toBe('site/order');
});
