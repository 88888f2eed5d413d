import type { CheckoutPage } from '@kerb/domain/checkout/checkout-page.ts';
import { App } from '@kerb/web/checkout/app.tsx';
import { views as agreement } from '@kerb/web/checkout/parts/agreement.tsx';
import { views as details } from '@kerb/web/checkout/parts/details.tsx';
import { views as first } from '@kerb/web/checkout/parts/first.tsx';
import { views as more } from '@kerb/web/checkout/parts/more.tsx';
import { views as pay } from '@kerb/web/checkout/parts/pay.tsx';
import { register } from '@kerb/web/checkout/views.ts';
import { renderToString } from 'react-dom/server';

for (const views of [first, pay, details, agreement, more]) register(views);

/** The first paint of the payer's page, which the server writes into it. */
export const render = (page: CheckoutPage): string => renderToString(<App page={page} />);
