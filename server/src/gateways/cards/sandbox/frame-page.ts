import { testCards } from '@kerb/domain/sandbox/test-cards.ts';
import { cardWalletLabels, cardWallets, schemeBeginnings } from '@kerb/domain/vocabulary/card-schemes.ts';
import { asScriptData, type Html, html } from '@kerb/server/platform/http/html.ts';

const spaced = (number: string): string =>
  number.length === 15
    ? [number.slice(0, 4), number.slice(4, 10), number.slice(10)].join(' ')
    : number.replace(/.{4}(?=.)/g, '$& ');

const field = (id: string, label: Html, autocomplete: string, placeholder: string) => html`
  <div class="field">
    <label for="${id}">${label}</label>
    <input id="${id}" name="${autocomplete}" inputmode="numeric" autocomplete="${autocomplete}"
      placeholder="${placeholder}" aria-describedby="${id}-error" aria-required="true">
    <p class="error" id="${id}-error" aria-live="polite"></p>
  </div>`;

const numberLabel = html`Card number <span id="scheme" aria-live="polite"></span>`;

export function framePage(parentOrigin: string, scheme: 'light' | 'dark'): string {
  const cards = testCards.map(({ number, label, scheme, funding }) => ({ number, label, scheme, funding }));
  const page = html`<!doctype html>
<html lang="en" data-scheme="${scheme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Card details</title>
<link rel="stylesheet" href="/card-frame.css">
</head>
<body>
<main aria-label="Card details">
<div id="wallets" hidden>
<div class="wallet-buttons">
${cardWallets.map((wallet) => html`<button type="button" class="wallet" value="${wallet}">${cardWalletLabels[wallet]} (test)</button>`)}
</div>
<p id="wallet-note"></p>
<p class="or">or type your card</p>
</div>
<form class="fields" aria-label="Card details">
${field('number', numberLabel, 'cc-number', '1234 1234 1234 1234')}
${field('expiry', html`Expiry date`, 'cc-exp', 'MM / YY')}
${field('cvc', html`Security code`, 'cc-csc', 'CVC')}
</form>
<details>
<summary>Test cards</summary>
<ul id="test-cards">
${testCards.map(
  ({ number, label }) =>
    html`<li><button type="button" value="${number}"><span>${label}</span> <span>${spaced(number)}</span></button></li>`,
)}
</ul>
</details>
<dialog id="sheet" aria-labelledby="sheet-title">
<h2 id="sheet-title"></h2>
<p id="sheet-due"></p>
<label for="wallet-card">Card in this wallet</label>
<select id="wallet-card">
${testCards.map(({ number, label }) => html`<option value="${number}">${label}</option>`)}
</select>
<p class="error" id="sheet-error" role="alert"></p>
<div class="wallet-buttons">
<button type="button" id="confirm" class="wallet">Confirm payment</button>
<button type="button" id="cancel">Cancel</button>
</div>
</dialog>
</main>
${asScriptData('facts', { parentOrigin, cards, beginnings: schemeBeginnings })}
<script type="module" src="/card-frame.js"></script>
</body>
</html>
`;
  return page.toString();
}
