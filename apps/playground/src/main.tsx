import '@fontsource-variable/geologica/index.css';
import './playground.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Playground } from './playground.tsx';

const root = document.querySelector('#root');
if (root === null) throw new Error('The page has no element for the playground.');
createRoot(root).render(
  <StrictMode>
    <Playground />
  </StrictMode>,
);
