// The frames that other websites show. Messages go to the one website that the server has found among those that the
// organisation allows, and to no other.
const facts = JSON.parse(document.getElementById('facts').textContent);
const isFramed = window.parent !== window;
const say = (message) => {
  if (facts.parentOrigin && isFramed) window.parent.postMessage({ version: 1, ...message }, facts.parentOrigin);
};

/** Takes the parts that can change from a newer copy of this page. What is typed and focused stays. */
function take(fresh) {
  for (const part of document.querySelectorAll('[data-part]')) {
    const newer = fresh.getElementById(part.id);
    if (newer) part.replaceChildren(...newer.childNodes);
  }
  for (const input of document.querySelectorAll('input[aria-describedby]')) {
    const newer = fresh.getElementById(input.id);
    if (newer) input.setAttribute('aria-invalid', newer.getAttribute('aria-invalid') ?? 'false');
  }
}

let asked = 0;
async function read(address) {
  asked += 1;
  const mine = asked;
  // Without an answer the page stays as it is.
  const answer = await fetch(address, { credentials: 'omit', headers: { accept: 'text/html' } }).catch(() => null);
  const text = answer && (await answer.text());
  if (mine !== asked || text === null) return;
  take(new DOMParser().parseFromString(text, 'text/html'));
  prepare();
}

function choose(button) {
  for (const each of document.querySelectorAll('[data-choice]')) {
    each.setAttribute('aria-pressed', String(each === button));
  }
  say({ type: 'kerb:choice', ...JSON.parse(button.dataset.choice) });
}

/** Shows what works only with this script and within a website. */
function prepare() {
  for (const button of document.querySelectorAll('[data-choice]')) {
    if (facts.parentOrigin && isFramed) button.hidden = false;
  }
  const state = document.querySelector('[data-state]')?.dataset.state;
  if (state && state !== facts.state) {
    facts.state = state;
    say({ type: 'kerb:state', state });
  }
}

function watchForm(form) {
  let timer;
  const update = () => read(`${window.location.pathname}?${new URLSearchParams(new FormData(form))}`);
  // So that a number that is being typed is one request.
  form.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(update, 300);
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    clearTimeout(timer);
    void update();
  });
}

document.addEventListener('click', ({ target }) => {
  const button = target.closest?.('[data-choice]');
  if (button) choose(button);
});
// The payer comes back from the page on which they paid.
document.addEventListener('visibilitychange', () => {
  if (!document.hidden && facts.kind === 'button') void read(window.location.href);
});

for (const form of document.querySelectorAll('form')) watchForm(form);
const page = document.documentElement;
say({ type: 'kerb:ready', kind: facts.kind });
new ResizeObserver(() => say({ type: 'kerb:resize', height: Math.ceil(page.getBoundingClientRect().height) })).observe(
  page,
);
prepare();
