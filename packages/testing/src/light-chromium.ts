// Chromium heeds the last list of features only, so this one repeats what Playwright 1.65.1 switches off.
const offForPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

// Each window opens hidden pages for its address bar, and a process for a page that may come: a second of work, more
// than a page of ours takes.
const hiddenPages = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess'];

const switchOff = (features: readonly string[]) => `--disable-features=${features.join(',')}`;

/** Command line of a Chromium that only shows the pages under test. */
export const lightChromium: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  switchOff([...offForPlaywright, ...hiddenPages]),
];

/**
 * Added to these: a frame has storage of its own for each site around it, as in real browsers. Playwright switches that
 * off.
 */
export const storageBySite: string = switchOff(
  [...offForPlaywright, ...hiddenPages].filter((name) => name !== 'ThirdPartyStoragePartitioning'),
);
