import '@kerb/web/design/first-styles.css';
import { type SignIn, start } from '@kerb/web/app/start.tsx';
import { createRoot } from 'react-dom/client';

declare global {
  interface Window {
    __signIn: SignIn;
  }
}

const found = window.__signIn;
// On the way to the login page there is nothing to draw.
if (!found.needsLogin) createRoot(document.getElementById('root')!).render(await start(found));
