import type { FrameMessage, FrameWindow, PostTarget } from '../shared/frame-window.ts';

interface Timer {
  id: number;
  at: number;
  every: number | undefined;
  callback: () => void;
}

/** A window end that only keeps what was posted to it. */
export class FakeTarget implements PostTarget {
  readonly posted: { message: unknown; origin: string }[] = [];

  postMessage(message: unknown, origin: string): void {
    this.posted.push({ message: structuredClone(message), origin });
  }

  /** What a window of this origin would really receive, by event name. */
  received(origin: string): unknown[] {
    return this.posted.filter((post) => post.origin === origin || post.origin === '*').map((post) => post.message);
  }
}

/** A window with its own clock, for tests in node. */
export class FakeWindow implements FrameWindow {
  readonly parent: PostTarget;
  location: { ancestorOrigins?: string[] | undefined } = {};
  document = { referrer: '' };
  private listeners: ((event: FrameMessage) => void)[] = [];
  private timers: Timer[] = [];
  private now = 0;
  private lastId = 0;

  constructor(parent: PostTarget = new FakeTarget()) {
    this.parent = parent;
  }

  get listenerCount(): number {
    return this.listeners.length;
  }

  get timerCount(): number {
    return this.timers.length;
  }

  addEventListener(_type: 'message', listener: (event: FrameMessage) => void): void {
    this.listeners.push(listener);
  }

  removeEventListener(_type: 'message', listener: (event: FrameMessage) => void): void {
    this.listeners = this.listeners.filter((kept) => kept !== listener);
  }

  setInterval(callback: () => void, milliseconds: number): number {
    return this.addTimer(callback, milliseconds, milliseconds);
  }

  setTimeout(callback: () => void, milliseconds: number): number {
    return this.addTimer(callback, milliseconds, undefined);
  }

  clearInterval(id: number): void {
    this.timers = this.timers.filter((timer) => timer.id !== id);
  }

  clearTimeout(id: number | undefined): void {
    if (id !== undefined) this.clearInterval(id);
  }

  /** Lets a message arrive. */
  dispatch(event: FrameMessage): void {
    for (const listener of this.listeners) listener(event);
  }

  /** Moves the clock and runs what falls due, in order. */
  advance(milliseconds: number): void {
    const end = this.now + milliseconds;
    for (let next = this.nextDue(end); next; next = this.nextDue(end)) {
      this.now = next.at;
      if (next.every === undefined) this.clearTimeout(next.id);
      else next.at += next.every;
      next.callback();
    }
    this.now = end;
  }

  private addTimer(callback: () => void, milliseconds: number, every: number | undefined): number {
    this.lastId += 1;
    this.timers.push({ id: this.lastId, at: this.now + milliseconds, every, callback });
    return this.lastId;
  }

  private nextDue(end: number): Timer | undefined {
    return this.timers.filter((timer) => timer.at <= end).toSorted((a, b) => a.at - b.at)[0];
  }
}
