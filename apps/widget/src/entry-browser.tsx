import { hydrateRoot } from 'react-dom/client';
import './styles/global.ts';
import { App } from './app/app.tsx';
import { createApp } from './app/create-app.ts';
import { createBrowserRuntime } from './app/create-browser-runtime.ts';
import { readBoot } from './app/read-boot.ts';
import { browserHistory } from './app/router/browser-history.ts';
import { startApp } from './app/start-app.ts';

function start(): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no root.');
  const runtime = createBrowserRuntime(readBoot(document));
  const parts = createApp(runtime, browserHistory(window));
  // Read back from the page, where the prerender wrote it: in the script it would travel twice.
  const icons = document.getElementById('icons')?.innerHTML ?? '';
  hydrateRoot(root, <App parts={parts} icons={icons} />, {
    onRecoverableError: (error) => console.error('The prerendered page differs from the first drawing', error),
  });
  startApp(parts, root);
}

start();
