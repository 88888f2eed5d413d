import '@kerb/web/checkout/checkout.css';
import { type CheckoutPage, checkoutPageId } from '@kerb/domain/checkout/checkout-page.ts';
import { App } from '@kerb/web/checkout/app.tsx';
import { load } from '@kerb/web/checkout/load-view.ts';
import { views } from '@kerb/web/checkout/parts/first.tsx';
import { restoreTextSize } from '@kerb/web/checkout/text-size.ts';
import { register } from '@kerb/web/checkout/views.ts';
import { loadWords } from '@kerb/web/checkout/words/load-words.ts';
import { createRoot, hydrateRoot } from 'react-dom/client';

const data = document.getElementById(checkoutPageId)?.textContent;
const root = document.getElementById('root');
if (!data || !root) throw new Error('The page has no data.');
const page: CheckoutPage = JSON.parse(data);

register(views);
restoreTextSize();
await Promise.all([loadWords(page.language), load(page.checkout.screen)]);
// Without a first paint of the server, as while developing, the page is drawn here.
if (root.hasChildNodes()) hydrateRoot(root, <App page={page} />);
else createRoot(root).render(<App page={page} />);
