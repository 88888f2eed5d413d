import '@kerb/web/design/first-styles.css';
import { type SignIn, start } from '@kerb/web/app/start.tsx';
import { createRoot } from 'react-dom/client';

declare global {
  interface Window {
    __signIn: SignIn;
  }
}

const found = window.__signIn;
const root = document.getElementById('root');
if (!root) throw new Error('The page has no element with the id root.');
// Render nothing while redirecting to the login page, or without the styles: the page then shows its error.
if (!found.needsLogin && !('failed' in document.documentElement.dataset)) {
  const shown = await start(found);
  if (shown) createRoot(root).render(shown);
}
