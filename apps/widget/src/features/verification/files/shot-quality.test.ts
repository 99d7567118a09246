import { describe, expect, test } from 'vitest';
import { judgeShot } from './shot-quality.ts';

const [width, height] = [64, 40];

/** A picture by the brightness of each pixel. */
function picture(light: (x: number, y: number) => number): Uint8ClampedArray {
  const pixels = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < width * height; at += 1)
    pixels.fill(light(at % width, Math.floor(at / width)), at * 4, at * 4 + 3);
  return pixels;
}

const print = (x: number) => (x % 4 < 2 ? 60 : 200);

describe('a shot is judged while it is looked at', () => {
  test.each([
    ['print in good light', print, 'good'],
    ['the same in the dark', (x: number) => print(x) / 4, 'dark'],
    ['a lamp on a corner', (x: number, y: number) => (x < 24 && y < 20 ? 255 : print(x)), 'glare'],
    ['edges as soft as a hand that moves', (x: number) => 130 + 70 * Math.sin(x / 6), 'blurred'],
  ] as const)('%s', (_what, light, quality) => {
    expect(judgeShot({ frameWidth: 1200, widthMin: 600, pixels: picture(light), width })).toBe(quality);
  });
  test('too few pixels to read anything', () => {
    expect(judgeShot({ frameWidth: 599, widthMin: 600, pixels: picture(print), width })).toBe('small');
  });
});
