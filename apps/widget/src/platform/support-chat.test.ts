import { describe, expect, test, vi } from 'vitest';
import { type ChatScript, createSupportChat } from './open-support.ts';

function setUp(results: (ChatScript | Error | undefined)[]) {
  const waits: { at: number; act: () => void }[] = [];
  const load = vi.fn(async () => {
    const result = results.shift();
    if (result instanceof Error) throw result;
    return result;
  });
  const [openAddress, warn] = [vi.fn(), vi.fn()];
  const timers = {
    now: () => 0,
    after(at: number, act: () => void) {
      const entry = { at, act };
      waits.push(entry);
      return () => void waits.splice(waits.indexOf(entry), 1);
    },
  };
  const chat = createSupportChat({ timers, load, openAddress, warn });
  const pass = (milliseconds: number) => waits.filter(({ at }) => at <= milliseconds).forEach(({ act }) => act());
  return { chat, load, openAddress, warn, pass, waits };
}

describe('2.4-15 9-28 the support chat', () => {
  test('is fetched after 6 seconds, and not before', () => {
    const { chat, load, pass } = setUp([undefined]);
    chat.wait();
    pass(5999);
    expect(load).not.toHaveBeenCalled();
    pass(6000);
    expect(load).toHaveBeenCalledOnce();
  });
  test('comes with a click that is earlier, once, and opens', async () => {
    const open = vi.fn();
    const { chat, load, pass } = setUp([{ open }]);
    chat.wait();
    await chat.open();
    pass(6000);
    await chat.open();
    expect([load.mock.calls.length, open.mock.calls.length]).toEqual([1, 2]);
  });
  test('is left alone when its page is left', () => {
    const { chat, waits } = setUp([]);
    chat.wait()();
    expect(waits).toEqual([]);
  });
  test('A-118 is replaced by the support URL where it does not load, and is tried again', async () => {
    const open = vi.fn();
    const { chat, load, openAddress, warn } = setUp([new Error('blocked'), { open }]);
    await chat.open();
    expect([openAddress.mock.calls.length, warn.mock.calls.length]).toEqual([1, 1]);
    await chat.open();
    expect([load.mock.calls.length, open.mock.calls.length, openAddress.mock.calls.length]).toEqual([2, 1, 1]);
  });
  test('a fetch by the clock that fails is only logged', async () => {
    const { chat, openAddress, warn, pass } = setUp([new Error('blocked')]);
    chat.wait();
    pass(6000);
    await vi.waitFor(() => expect(warn).toHaveBeenCalledOnce());
    expect(openAddress).not.toHaveBeenCalled();
  });
  test('a script that opens its own button needs nothing more', async () => {
    const { chat, openAddress } = setUp([undefined]);
    await chat.open();
    expect(openAddress).not.toHaveBeenCalled();
  });
});
