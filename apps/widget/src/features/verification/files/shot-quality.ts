/** What a shot would be; the texts say how to make it better. */
export type ShotQuality = 'good' | 'small' | 'dark' | 'glare' | 'blurred';

export interface Shot {
  /** Width of the frame in pixels of the camera. */
  frameWidth: number;
  /** Least width in which it can be read. */
  widthMin: number;
  /** A small copy of what is in the frame: red, green, blue and opacity of each pixel. */
  pixels: Uint8ClampedArray;
  width: number;
}

/** Mean brightness below which nothing is read, of 255. */
const brightnessMin = 55;
/** Brightness of a pixel that shows light and no print, and the share of such pixels that hides something. */
const glareFrom = 250;
const glareMax = 0.08;
/** Least variance of the second derivative: edges of print are steep, those of a blurred picture are not. */
const sharpnessMin = 40;

/** Judges a picture while it is looked at: size, light, reflections, sharpness. Only advice; a person decides. */
export function judgeShot({ frameWidth, widthMin, pixels, width }: Shot): ShotQuality {
  if (frameWidth < widthMin) return 'small';
  const light = brightness(pixels);
  const sum = light.reduce((total, value) => total + value, 0);
  if (sum / light.length < brightnessMin) return 'dark';
  if (light.filter((value) => value >= glareFrom).length / light.length > glareMax) return 'glare';
  return sharpness(light, width) < sharpnessMin ? 'blurred' : 'good';
}

function brightness(pixels: Uint8ClampedArray): number[] {
  const light: number[] = [];
  for (let at = 0; at + 3 < pixels.length; at += 4)
    light.push(0.299 * (pixels[at] ?? 0) + 0.587 * (pixels[at + 1] ?? 0) + 0.114 * (pixels[at + 2] ?? 0));
  return light;
}

/** Variance of the Laplacian. */
function sharpness(light: readonly number[], width: number): number {
  const steps: number[] = [];
  const value = (index: number) => light[index] ?? 0;
  for (let at = width; at < light.length - width; at += 1) {
    const column = at % width;
    if (column === 0 || column === width - 1) continue;
    steps.push(value(at - 1) + value(at + 1) + value(at - width) + value(at + width) - 4 * value(at));
  }
  const mean = steps.reduce((total, step) => total + step, 0) / steps.length;
  return steps.reduce((total, step) => total + (step - mean) ** 2, 0) / steps.length;
}
