/** Entry point of the gallery: the renderers of the window, each in every state, without a run and without a shell. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '@openwop-inspector/ui/base.css';
import '@openwop-inspector/ui/tokens.css';
import { Gallery } from './Gallery.tsx';
import { families } from './gallery-place.ts';
import { primitives } from './primitives.tsx';

const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <Gallery families={[...families, ...primitives]} />
    </StrictMode>,
  );
}
