import '@kerb/web/design/first-styles.css';
import { type SignIn, start } from '@kerb/web/app/start.tsx';
import { createRoot } from 'react-dom/client';

declare global {
  interface Window {
    __signIn: SignIn;
  }
}

const found = window.__signIn;
// Render nothing while redirecting to the login page.
if (!found.needsLogin) createRoot(document.getElementById('root')!).render(await start(found));
