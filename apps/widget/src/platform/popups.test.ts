import { expect, test, vi } from 'vitest';
import { createPopups } from './popups.ts';

function fakeWindow(isBlocked = false) {
  const opened = { location: { replace: vi.fn() }, close: vi.fn(), closed: false };
  return { opened, window: { open: vi.fn(() => (isBlocked ? null : opened)) } };
}
type OpenedBy = Parameters<typeof createPopups>[0];
const isOpener = (_window: unknown): _window is OpenedBy => true;
function popupsOf(window: unknown) {
  if (!isOpener(window)) throw new Error('never');
  return createPopups(window);
}

test('2.1-34, 4.7-03 a window is opened on a blank page in the click and gets its address later, once', () => {
  const { opened, window } = fakeWindow();
  const popups = popupsOf(window);
  popups.reserve();
  expect(window.open).toHaveBeenCalledExactlyOnceWith('/cross_site_redirect', 'causeway-payment');
  popups.take()?.go('https://bank.example/pay');
  expect(opened.location.replace).toHaveBeenCalledExactlyOnceWith('https://bank.example/pay');
  expect(popups.take()).toBeUndefined();
});

test('A-044 a blocked window is no window', () => {
  const popups = popupsOf(fakeWindow(true).window);
  popups.reserve();
  expect(popups.take()).toBeUndefined();
});
