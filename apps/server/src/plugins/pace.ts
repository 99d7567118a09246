import { Transform } from 'node:stream';

/** The least that a sender must send: bytes in each window, and the whole within a time. */
interface LeastPace {
  windowMs: number;
  bytes: number;
  wholeMs: number;
}

/** 8 kB in half a minute, and all of it within ten minutes: a slower phone sends its file in parts of 512 kB. */
const leastPace: LeastPace = { windowMs: 30_000, bytes: 8192, wholeMs: 600_000 };

/** The sender is so slow that its place is given to another. */
export class SenderTooSlow extends Error {}

/** Hands on what is sent, and fails with SenderTooSlow when too little comes: a place must not be held for nothing. */
export function requirePace({ windowMs, bytes, wholeMs }: LeastPace = leastPace): Transform {
  let [inWindow, elapsed] = [0, 0];
  const timer = setInterval(() => {
    elapsed += windowMs;
    if (inWindow < bytes || elapsed >= wholeMs) stream.destroy(new SenderTooSlow());
    inWindow = 0;
  }, windowMs);
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      inWindow += chunk.length;
      done(null, chunk);
    },
    flush(done) {
      clearInterval(timer);
      done();
    },
    destroy(error, done) {
      clearInterval(timer);
      done(error);
    },
  });
  return stream;
}

const waiting: (() => void)[] = [];
let isRunning = false;
/** After each piece others have the event loop for so many times as long, and at most for so many milliseconds. */
const [othersShare, restMaxMs] = [3, 20];

/**
 * Hands on one piece at a time, for all senders together, and rests after it by what the turn took: however many files
 * come at once, other requests are answered in between, and the busier the process is the slower it reads.
 */
export function pace(): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      waiting.push(() => done(null, chunk));
      if (isRunning) return;
      isRunning = true;
      setImmediate(handOn);
    },
  });
}

function handOn(): void {
  const startedAt = performance.now();
  waiting.shift()?.();
  setImmediate(() => {
    isRunning = waiting.length > 0;
    if (isRunning) setTimeout(handOn, Math.min((performance.now() - startedAt) * othersShare, restMaxMs));
  });
}
