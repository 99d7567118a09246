import { afterEach, expect, test, vi } from 'vitest';
import { createEmitter } from './emitter.ts';

afterEach(() => void vi.unstubAllGlobals());

test('listeners are called until they are taken off, by off or by what on returned', () => {
  const { on, off, emit } = createEmitter();
  const heard: string[] = [];
  const first = ({ lang }: { lang: string }) => heard.push(`first ${lang}`);
  on('change-lang', first);
  const stop = on('change-lang', ({ lang }) => heard.push(`second ${lang}`));
  expect(emit('change-lang', { lang: 'en' })).toBe(true);
  off('change-lang', first);
  emit('change-lang', { lang: 'uk' });
  stop();
  expect(emit('change-lang', { lang: 'es' })).toBe(false);
  expect(heard).toEqual(['first en', 'second en', 'second uk']);
});

test('a listener that throws is reported and does not silence the next', () => {
  const report = vi.fn();
  vi.stubGlobal('reportError', report);
  const { on, emit } = createEmitter();
  const second = vi.fn();
  on('ready', () => {
    throw new Error('mine');
  });
  on('ready', second);
  emit('ready', {});
  expect(second).toHaveBeenCalledOnce();
  expect(report).toHaveBeenCalledWith(expect.objectContaining({ message: 'mine' }));
});

test('an event that does not exist is refused with a sentence', () => {
  const { on } = createEmitter();
  // A caller in plain JavaScript is not stopped by types.
  const misspelt = Reflect.apply.bind(undefined, on, undefined, ['updateStep', () => undefined]);
  expect(misspelt).toThrow('but got "updateStep".');
});
