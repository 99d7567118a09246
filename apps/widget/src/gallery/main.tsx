import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../styles/global.ts';
import '../styles/fonts-more.css';
import { applyViewSwitches } from './apply-view-switches.ts';
import { Gallery } from './gallery.tsx';

const query = new URLSearchParams(location.search);
document.documentElement.dataset['face'] = '';
applyViewSwitches(document.documentElement, query);
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Gallery only={query.get('only') ?? undefined} />
    </StrictMode>,
  );
}
