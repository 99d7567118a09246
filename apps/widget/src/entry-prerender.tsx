import type { BootData } from '@causeway/contract/boot/boot-data';
import { renderToString } from 'react-dom/server';
import icons from 'virtual:icons/first';
import './styles/global.ts';
import { App } from './app/app.tsx';
import { createApp } from './app/create-app.ts';
import { createPrerenderRuntime } from './app/create-prerender-runtime.ts';
import { modes } from './app/modes.ts';
import { routes } from './app/routes.ts';
import { stillHistory } from './app/router/still-history.ts';
import { readTarget } from './app/router/target.ts';
import { viewOf } from './app/views/views.ts';
import { pageQuery } from './app/page-query.ts';
import { safeTheme, themeOfQuery } from './app/safe-theme.ts';
import { shownIcons } from './shown-icons.ts';

export { isPagePath } from './app/router/target.ts';
export { isFirstScreenText } from './lib/i18n/first-screen-texts.ts';

/** Names that a page around may choose from, for the server, which checks them. */
export const names = {
  modes: Object.keys(modes),
  routes: routes.map(({ name }) => name),
};

/**
 * Draws the first screen of a page from the same object that the browser hydrates it with. The symbols of its icons
 * follow it.
 */
export function render(boot: BootData): {
  html: string;
  icons: string;
  theme: Record<string, string>;
  /** The screen that the address asks for. */
  view: string;
} {
  const runtime = createPrerenderRuntime(boot);
  const parts = createApp(runtime, stillHistory(boot.path));
  const html = renderToString(<App parts={parts} />);
  return {
    html,
    icons: shownIcons(icons, html),
    view: viewOf(readTarget(boot.path).name, parts.stepper.getState().step),
    theme: safeTheme({ ...boot.themeProperties, ...themeOfQuery(pageQuery(boot)) }),
  };
}
