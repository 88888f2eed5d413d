// The page inside the frame. It sends the typed card once, to the gateway's own server, and gets a token back.

const { parentOrigin, cards, beginnings } = JSON.parse(document.getElementById('facts').textContent);
const number = document.getElementById('number');
const expiry = document.getElementById('expiry');
const cvc = document.getElementById('cvc');

const digitsOf = (text) => text.replace(/\D/g, '');
const cardOf = () => cards.find((card) => card.number === digitsOf(number.value));
const isAmex = (digits) => /^3[47]/.test(digits);
const postToPage = (message) => window.parent.postMessage(message, parentOrigin);

function schemeOf(digits) {
  const found = beginnings.find(([, from, to]) => {
    const beginning = digits.slice(0, from.length);
    return beginning.length === from.length && beginning >= from && beginning <= to;
  });
  if (found) return found[0];
  return digits.length < 4 ? null : 'other';
}

function passesLuhn(digits) {
  let sum = 0;
  for (const [place, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

function grouped(digits) {
  const groups = isAmex(digits) ? /^(\d{1,4})(\d{1,6})?(\d{1,5})?/ : /^(\d{1,4})(\d{1,4})?(\d{1,4})?(\d{1,7})?/;
  return (groups.exec(digits) ?? []).slice(1).filter(Boolean).join(' ');
}

function expiryParts() {
  const [, month, year] = /^(\d{2}) \/ (\d{2})$/.exec(expiry.value) ?? [];
  return month === undefined ? null : { month: Number(month), year: 2000 + Number(year) };
}

// Each function returns the error message for its field, or null.
const problems = new Map([
  [
    number,
    () => {
      const digits = digitsOf(number.value);
      if (digits === '') return 'Enter the card number.';
      if (digits.length < 12 || !passesLuhn(digits)) return 'This card number is not complete or has a mistake in it.';
      // A real card number must not leave the browser in a sandbox.
      return cardOf() ? null : 'Only the test cards below work here. Never enter a real card.';
    },
  ],
  [
    expiry,
    () => {
      const parts = expiryParts();
      if (expiry.value === '') return 'Enter the expiry date.';
      if (!parts || parts.month < 1 || parts.month > 12) return 'Enter the expiry date as month and year, MM / YY.';
      const today = new Date();
      const months = (parts.year - today.getFullYear()) * 12 + parts.month - 1 - today.getMonth();
      if (months < 0) return 'This card has expired.';
      return months > 240 ? 'Check the year of the expiry date.' : null;
    },
  ],
  [
    cvc,
    () => {
      const length = isAmex(digitsOf(number.value)) ? 4 : 3;
      if (cvc.value === '') return 'Enter the security code.';
      return cvc.value.length === length ? null : `The security code of this card has ${length} digits.`;
    },
  ],
]);

function show(field) {
  const problem = problems.get(field)();
  document.getElementById(`${field.id}-error`).textContent = problem ?? '';
  field.setAttribute('aria-invalid', String(problem !== null));
  return problem;
}

let lastChange = '';
function postChange() {
  const card = cardOf();
  const valid = [...problems.values()].every((problemOf) => problemOf() === null);
  const scheme = card?.scheme ?? schemeOf(digitsOf(number.value));
  const change = { type: 'change', valid, scheme, funding: card?.funding ?? 'unknown' };
  document.getElementById('scheme').textContent = card?.label ?? '';
  if (JSON.stringify(change) === lastChange) return;
  lastChange = JSON.stringify(change);
  postToPage(change);
}

// The caret stays behind the same digit when a space is added or removed.
function formatNumber() {
  const before = digitsOf(number.value.slice(0, number.selectionStart ?? undefined)).length;
  const digits = digitsOf(number.value).slice(0, 19);
  number.value = grouped(digits);
  let place = 0;
  for (let seen = 0; seen < before && place < number.value.length; place += 1) {
    if (number.value[place] !== ' ') seen += 1;
  }
  number.setSelectionRange(place, place);
}

function formatExpiry(event) {
  if (event?.inputType?.startsWith('delete')) return;
  const filledIn = /^(\d{1,2})\D+(?:20)?(\d{2})$/.exec(expiry.value.trim());
  const typed = filledIn ? filledIn[1].padStart(2, '0') + filledIn[2] : digitsOf(expiry.value);
  const digits = (/^[2-9]/.test(typed) ? `0${typed}` : typed).slice(0, 4);
  expiry.value = digits.length < 2 ? digits : `${digits.slice(0, 2)} / ${digits.slice(2)}`;
}

number.addEventListener('input', formatNumber);
expiry.addEventListener('input', formatExpiry);
cvc.addEventListener('input', () => {
  cvc.value = digitsOf(cvc.value).slice(0, 4);
});
for (const field of problems.keys()) {
  field.addEventListener('input', () => {
    // Hides an error as soon as it is corrected; shows a new one only when the field loses focus.
    if (field.getAttribute('aria-invalid') === 'true') show(field);
    postChange();
  });
  field.addEventListener('blur', () => field.value !== '' && show(field));
}

document.getElementById('test-cards').addEventListener('click', ({ target }) => {
  const chosen = target.closest('button');
  if (!chosen) return;
  number.value = grouped(chosen.value);
  expiry.value = `12 / ${String((new Date().getFullYear() + 2) % 100).padStart(2, '0')}`;
  cvc.value = isAmex(chosen.value) ? '1234' : '123';
  for (const field of problems.keys()) show(field);
  postChange();
});

async function askForToken(typed) {
  const body = JSON.stringify(typed);
  const answer = await fetch('/tokens', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return { ok: answer.ok, ...(await answer.json()) };
}

// Imitations of Apple Pay and Google Pay: a sheet with the total, a card to choose, and one button to confirm.
const sheet = document.getElementById('sheet');
const openSheet = (opener) => {
  sheet.dataset.wallet = opener.value;
  document.getElementById('sheet-title').textContent = opener.textContent;
  document.getElementById('sheet-error').textContent = '';
  sheet.showModal();
};
for (const opener of document.querySelectorAll('#wallets button')) {
  opener.addEventListener('click', () => openSheet(opener));
}
document.getElementById('cancel').addEventListener('click', () => sheet.close());
document.getElementById('confirm').addEventListener('click', async () => {
  const chosen = document.getElementById('wallet-card').value;
  const year = new Date().getFullYear() + 2;
  const typed = { number: chosen, month: 12, year, cvc: isAmex(chosen) ? '1234' : '123', wallet: sheet.dataset.wallet };
  try {
    const { ok, token, card, message } = await askForToken(typed);
    if (!ok) throw new Error(message);
    sheet.close();
    postToPage({ type: 'wallet', token, card });
  } catch (error) {
    console.error(error);
    document.getElementById('sheet-error').textContent = 'The wallet cannot be reached. Please try again.';
  }
});

// Only a page that says what is due gets wallets. Staff type the card of somebody else.
function showWallets({ label, note }) {
  document.getElementById('wallets').hidden = false;
  document.getElementById('wallet-note').textContent = note;
  document.getElementById('sheet-due').textContent = `${label}: ${note}`;
}

async function tokenise(nonce) {
  const wrong = [...problems.keys()].map((field) => [field, show(field)]).filter(([, problem]) => problem !== null);
  if (wrong.length > 0) {
    wrong[0][0].focus();
    return postToPage({ type: 'error', nonce, message: wrong[0][1] });
  }
  try {
    const typed = { number: digitsOf(number.value), ...expiryParts(), cvc: cvc.value, wallet: null };
    const { ok, token, card, message } = await askForToken(typed);
    postToPage(ok ? { type: 'token', nonce, token, card } : { type: 'error', nonce, message });
  } catch (error) {
    console.error(error);
    postToPage({ type: 'error', nonce, message: 'The card provider cannot be reached. Please try again.' });
  }
}

window.addEventListener('message', ({ source, origin, data }) => {
  if (source !== window.parent || origin !== parentOrigin) return;
  if (data?.type === 'tokenise') void tokenise(data.nonce);
  if (data?.type === 'due') showWallets(data);
  if (data?.type === 'scheme') document.documentElement.dataset.scheme = data.scheme === 'dark' ? 'dark' : 'light';
});

new ResizeObserver(() =>
  postToPage({ type: 'height', px: Math.ceil(document.body.getBoundingClientRect().height) }),
).observe(document.body);
postToPage({ type: 'ready' });
postChange();
