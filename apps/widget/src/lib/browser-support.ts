/**
 * The oldest version of each browser that draws the widget correctly; the build's list of targets has the same
 * ones.
 */
export const oldestBrowsers = { chrome: 123, safari: 17.5, firefox: 128 } as const;

type Browser = keyof typeof oldestBrowsers;

/** In the order of their detection: every one of them names several others. */
const signs: readonly (readonly [Browser, RegExp])[] = [
  ['firefox', /\bFirefox\/(\d+)/],
  ['chrome', /\b(?:Chrome|Chromium)\/(\d+)/],
  ['safari', /\bVersion\/(\d+\.\d+)[\d.]* (?:Mobile\/\S+ )?Safari\//],
  // A web view of iOS reports the system's version only, which is that of its browser.
  ['safari', /\b(?:iPhone )?OS (\d+_\d+)[\d_]* like Mac OS X\).*AppleWebKit\//],
];

/** Whether a browser is at its minimum version or above (2.3-43). An unknown one counts as supported. */
export function isSupported(userAgent: string, oldest: Readonly<Record<Browser, number>> = oldestBrowsers): boolean {
  for (const [browser, sign] of signs) {
    const version = sign.exec(userAgent)?.[1];
    if (version !== undefined) return Number(version.replace('_', '.')) >= oldest[browser];
  }
  return true;
}
