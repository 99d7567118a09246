import { hydrateRoot } from 'react-dom/client';
import './styles/global.ts';
import { App } from './app/app.tsx';
import type { AppParts } from './app/app-parts.ts';
import { createApp } from './app/create-app.ts';
import { createBrowserRuntime } from './app/create-browser-runtime.ts';
import { followHost } from './app/follow-host.ts';
import { keepSession } from './app/keep-session.ts';
import { readBoot } from './app/read-boot.ts';
import { browserHistory } from './app/router/browser-history.ts';
import { startApp } from './app/start-app.ts';
import { whenIdle } from './lib/timing/when-idle.ts';
import { applyFullStyles } from './styles/apply-full-styles.ts';

function start(): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no root.');
  const boot = readBoot(document);
  keepSession(boot);
  const runtime = createBrowserRuntime(boot);
  const parts = createApp(runtime, browserHistory(window, boot));
  // Messages of the page around are received from the start; changes of the drawing wait for the first drawing.
  followHost(parts);
  hydrateRoot(root, <App parts={parts} onHydrated={() => begin(parts, root)} />, {
    // A view transition that a new size of the frame interrupts is no fault of the page.
    onRecoverableError: (error) =>
      error instanceof DOMException || console.error('The prerendered page differs from the first drawing', error),
  });
}

function begin(parts: AppParts, root: HTMLElement): void {
  parts.prices.start();
  // For measurements, and for parts that would query the page again: from here on React answers.
  document.documentElement.dataset['hydrated'] = 'true';
  whenIdle(() => {
    startApp(parts, root);
    applyFullStyles();
  });
}

start();
