import type ReactDom from 'react-dom/client';
import './styles/global.ts';
import { App } from './app/app.tsx';
import type { AppParts } from './app/app-parts.ts';
import { createApp } from './app/create-app.ts';
import { createBrowserRuntime } from './app/create-browser-runtime.ts';
import { followHost } from './app/follow-host.ts';
import { keepSession, readBoot } from './app/read-boot.ts';
import { browserHistory } from './app/router/browser-history.ts';
import { loadView, viewOf } from './app/views/views.ts';
import { startApp } from './app/start-app.ts';
import { savesData } from './lib/polling/browser-network.ts';
import { keepTrying } from './lib/timing/keep-trying.ts';
import { realTimers } from './lib/timing/timers.ts';
import { whenIdle } from './lib/timing/when-idle.ts';

/** Runs where it is called, a task of its own; an import would run it with everything else. */
declare const require: (name: 'react-dom/client') => typeof ReactDom;

/** Milliseconds from the first answers to the typeface: it is neither to meet the first keys nor what they ask for. */
const faceDelay = 3000;

/** Each step of the start is a task of its own: a touch or a frame comes between. */
async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no root.');
  const boot = readBoot(document);
  keepSession(boot);
  await nextTask();
  const runtime = createBrowserRuntime(boot);
  const parts = createApp(runtime, browserHistory(window, boot));
  // Messages of the page around are received from the start.
  const beginToObey = followHost(parts);
  fetchView(parts);
  hushAnimations();
  if (runtime.frame.isFramed) leaveFocus();
  await nextTask();
  const { hydrateRoot } = require('react-dom/client');
  await nextTask();
  // In one piece: in slices, what changes between two of them would not be what the page was drawn with.
  const onHydrated = () => {
    begin(parts, root);
    beginToObey();
  };
  hydrateRoot(root, <App parts={parts} onHydrated={onHydrated} />, {
    onRecoverableError: (error) => console.error('The prerendered page differs from the first drawing', error),
  });
}

/** A page of another screen than the first fetches it beside what draws the page. */
function fetchView({ router, stepper, runtime }: AppParts): void {
  const view = viewOf(router.current().name, stepper.getState().step);
  // What fails is fetched again where it is shown.
  if (view !== 'exchange') Promise.all([loadView(view), runtime.texts.complete()]).catch(() => undefined);
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** React hears every animation on the page, some begin again and again, and no part of the page asks for one. */
function hushAnimations(): void {
  for (const animated of ['animation', 'transition'])
    for (const turn of ['run', 'start', 'iteration', 'end', 'cancel'])
      document.addEventListener(animated + turn, (event) => event.stopPropagation(), true);
}

/** A part of the page takes the focus only while the client is in the widget: he may be typing in the page around. */
function leaveFocus(): void {
  const { focus } = HTMLElement.prototype;
  HTMLElement.prototype.focus = function (options) {
    if (document.hasFocus()) focus.call(this, options);
  };
}

function begin(parts: AppParts, root: HTMLElement): void {
  parts.prices.start();
  // For measurements, and for parts that would query the page again: from here on React answers.
  document.documentElement.dataset['hydrated'] = 'true';
  whenIdle(() => {
    startApp(parts, root);
    whenIdle(applyFullStyles);
  });
  if (!savesData()) setTimeout(() => whenIdle(() => void loadFace()), faceDelay);
}

/** Loads the whole style sheet, which the page names in `<link data-href="…">`. Call it once, when hydrated. */
function applyFullStyles(): void {
  const link = document.querySelector<HTMLLinkElement>('link[data-href]');
  const href = link?.dataset['href'];
  if (!link || !href) return;
  delete link.dataset['href'];
  link.href = href;
}

/** A page whose connection is broken keeps the typeface that it has, until it is mended. */
async function loadFace(): Promise<void> {
  const late = await keepTrying(realTimers, () => import('./styles/apply-face.ts'));
  late.applyFace();
}

void start();
