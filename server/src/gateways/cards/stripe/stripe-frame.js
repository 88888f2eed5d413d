// The page inside the frame: Stripe's fields, each in Stripe's own frame, and the messages that our page understands.

const { publishableKey, parentOrigin } = JSON.parse(document.getElementById('facts').textContent);
const stripe = window.Stripe(publishableKey);
const postToPage = (message) => window.parent.postMessage(message, parentOrigin);

const schemes = { visa: 'visa', mastercard: 'mastercard', amex: 'amex', jcb: 'jcb', unionpay: 'unionpay' };
const schemesOfTokens = { ...schemes, 'american express': 'amex' };
const fundings = ['credit', 'debit', 'prepaid'];

const styleNow = () => {
  const colours = getComputedStyle(document.documentElement);
  const colour = (name) => colours.getPropertyValue(name).trim();
  return {
    base: { color: colour('--text'), fontSize: '16px', '::placeholder': { color: colour('--quiet') } },
    invalid: { color: colour('--wrong') },
  };
};

const elements = stripe.elements();
const fields = {
  number: elements.create('cardNumber', { style: styleNow() }),
  expiry: elements.create('cardExpiry', { style: styleNow() }),
  cvc: elements.create('cardCvc', { style: styleNow() }),
};
const complete = { number: false, expiry: false, cvc: false };
let brand = 'unknown';

function sayChange() {
  const valid = Object.values(complete).every(Boolean);
  // Stripe gives the funding only with the token.
  postToPage({
    type: 'change',
    valid,
    scheme: brand === 'unknown' ? null : (schemes[brand] ?? 'other'),
    funding: 'unknown',
  });
}

for (const [name, field] of Object.entries(fields)) {
  field.mount(`#${name}`);
  field.on('change', (event) => {
    complete[name] = event.complete;
    if (name === 'number') brand = event.brand;
    document.getElementById(`${name}-error`).textContent = event.error?.message ?? '';
    sayChange();
  });
  field.on('focus', () => document.getElementById(name).classList.add('focused'));
  field.on('blur', () => document.getElementById(name).classList.remove('focused'));
}

const wallets = { apple_pay: 'apple-pay', google_pay: 'google-pay' };

function factsOf({ brand: tokenBrand, funding, last4, country, wallet }) {
  return {
    scheme: schemesOfTokens[tokenBrand.toLowerCase()] ?? 'other',
    funding: fundings.includes(funding) ? funding : 'unknown',
    last4,
    country: country ?? null,
    wallet: wallets[wallet?.type] ?? null,
  };
}

// Apple Pay and Google Pay, by Stripe's own buttons. They appear only on devices that have such a wallet.
let express = null;

function openWallets({ amountCents, currency }) {
  const ofDue = stripe.elements({
    mode: 'payment',
    amount: amountCents,
    currency: currency.toLowerCase(),
    paymentMethodTypes: ['card'],
  });
  const others = { link: 'never', amazonPay: 'never', klarna: 'never', paypal: 'never' };
  const buttons = ofDue.create('expressCheckout', { buttonHeight: 44, paymentMethods: others });
  buttons.on('ready', ({ availablePaymentMethods: found }) => {
    document.getElementById('wallets').hidden = !(found?.applePay || found?.googlePay);
  });
  buttons.on('confirm', async (event) => {
    const { error: unfinished } = await ofDue.submit();
    const { confirmationToken, error } = unfinished
      ? { error: unfinished }
      : await stripe.createConfirmationToken({ elements: ofDue });
    if (error) return event.paymentFailed({ reason: 'fail' });
    const card = factsOf(confirmationToken.payment_method_preview.card);
    postToPage({ type: 'wallet', token: confirmationToken.id, card });
  });
  buttons.mount('#wallet-buttons');
  return ofDue;
}

// Only a page that says what is due gets wallets. Staff type the card of somebody else.
function showWallets(due) {
  document.getElementById('wallet-note').textContent = due.note;
  if (express) express.update({ amount: due.amountCents });
  else express = openWallets(due);
}

async function tokenise(nonce) {
  try {
    const { token, error } = await stripe.createToken(fields.number);
    if (error) return postToPage({ type: 'error', nonce, message: error.message });
    postToPage({ type: 'token', nonce, token: token.id, card: factsOf(token.card) });
  } catch (error) {
    console.error(error);
    postToPage({ type: 'error', nonce, message: 'The card provider cannot be reached. Please try again.' });
  }
}

window.addEventListener('message', ({ source, origin, data }) => {
  if (source !== window.parent || origin !== parentOrigin) return;
  if (data?.type === 'tokenise') void tokenise(data.nonce);
  if (data?.type === 'due') showWallets(data);
  if (data?.type === 'scheme') {
    document.documentElement.dataset.scheme = data.scheme === 'dark' ? 'dark' : 'light';
    for (const field of Object.values(fields)) field.update({ style: styleNow() });
  }
});

new ResizeObserver(() =>
  postToPage({ type: 'height', px: Math.ceil(document.body.getBoundingClientRect().height) }),
).observe(document.body);
fields.number.on('ready', () => {
  postToPage({ type: 'ready' });
  sayChange();
});
