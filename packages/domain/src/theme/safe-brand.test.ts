import { describe, expect, test } from 'vitest';
import { contrast, safeBrand } from './safe-brand.ts';

describe('a partner colour is made safe in both themes', () => {
  test.each([
    ['#ffcc00', '#7f6400', '#f1d071'],
    ['#e6007a', '#cd006c', '#ef90ae'],
    ['#1652f0', '#1652f0', '#8ab0fe'],
    ['#111111', '#111111', '#b1b1b1'],
  ])('%s becomes %s in light and %s in dark', (brand, light, dark) => {
    const safe = safeBrand(brand);
    expect(safe?.['--cw-brand']).toBe(light);
    expect(safe?.['--cw-brand-dark']).toBe(dark);
  });

  test('every colour reaches its contrast', () => {
    for (let value = 0; value < 0xffffff; value += 99_991) {
      const safe = safeBrand(`#${value.toString(16).padStart(6, '0')}`);
      if (!safe) throw new Error('refused');
      expect(contrast(safe['--cw-brand'], '#fefdfc')).toBeGreaterThanOrEqual(5.4);
      expect(contrast(safe['--cw-brand-dark'], '#111b1f')).toBeGreaterThanOrEqual(7);
      expect(contrast(safe['--cw-brand-dark'], safe['--cw-on-brand-dark'])).toBeGreaterThanOrEqual(5.4);
    }
  });

  test.each(['red', '#fff', '#12345g', '#0062711', 'url(x)', ''])('%j is refused', (brand) => {
    expect(safeBrand(brand)).toBeUndefined();
  });
});
