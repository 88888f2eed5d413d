import type { CheckoutPage } from '@kerb/domain/checkout/checkout-page.ts';
import type { Language } from '@kerb/domain/checkout/languages.ts';
import { App } from '@kerb/web/checkout/app.tsx';
import { views as agreement } from '@kerb/web/checkout/parts/agreement.tsx';
import { views as details } from '@kerb/web/checkout/parts/details.tsx';
import { views as first } from '@kerb/web/checkout/parts/first.tsx';
import { views as history } from '@kerb/web/checkout/parts/history.tsx';
import { views as more } from '@kerb/web/checkout/parts/more.tsx';
import { views as pay } from '@kerb/web/checkout/parts/pay.tsx';
import { register } from '@kerb/web/checkout/views.ts';
import { en, type Words } from '@kerb/web/checkout/words/en.ts';
import { learned, speak } from '@kerb/web/checkout/words/words.ts';
import { catalogue as zhHans } from '@kerb/web/checkout/words/zh-hans/catalogue.ts';
import { saidLater } from '@kerb/web/checkout/words/zh-hans/said-later.ts';
import { renderToString } from 'react-dom/server';

Object.assign(learned, saidLater);
for (const views of [first, pay, details, agreement, more, history]) register(views);

const catalogues: Record<Language, Words> = { en, 'zh-Hans': zhHans };

/** The first paint of the payer's page, which the server writes into it. */
export function render(page: CheckoutPage): string {
  speak(catalogues[page.language]);
  return renderToString(<App page={page} />);
}
