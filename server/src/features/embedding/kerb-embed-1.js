// Puts frames of Kerb into the elements of this page that ask for one:
//   <div data-kerb="calculator" data-key="…"></div>   <div data-kerb="button" data-key="…"></div>
// What a frame tells is an event of its element: kerb:ready, kerb:resize, kerb:choice, kerb:state.
(() => {
  // A page with several elements can have this script several times.
  if (window.kerbEmbed) {
    window.kerbEmbed.addAll();
    return;
  }
  const kerb = new URL(document.currentScript.src).origin;
  const titles = { calculator: 'Ways to pay for your marketing', button: 'Pay' };
  const heights = { calculator: 560, button: 72 };
  const tallest = 5000;
  const places = new Map();

  function add(place) {
    const { kerb: kind, key, scheme } = place.dataset;
    if (!Object.hasOwn(titles, kind) || !key || places.has(place)) return;
    const address = new URL(`/embed/${kind}/${encodeURIComponent(key)}`, kerb);
    address.searchParams.set('origin', window.location.origin);
    if (scheme) address.searchParams.set('scheme', scheme);
    const frame = document.createElement('iframe');
    frame.title = titles[kind];
    // The frame cannot move this page elsewhere. What it opens in a new tab is an ordinary page.
    frame.sandbox = 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox';
    frame.referrerPolicy = 'no-referrer';
    Object.assign(frame.style, { border: '0', display: 'block', width: '100%', height: `${heights[kind]}px` });
    frame.src = address.href;
    places.set(place, frame);
    place.append(frame);
  }

  window.addEventListener('message', ({ origin, source, data }) => {
    if (origin !== kerb || data?.version !== 1 || !/^kerb:[a-z]+$/.test(data.type)) return;
    for (const [place, frame] of places) {
      if (frame.contentWindow !== source) continue;
      if (data.type === 'kerb:resize' && data.height > 0) frame.style.height = `${Math.min(data.height, tallest)}px`;
      place.dispatchEvent(new CustomEvent(data.type, { bubbles: true, detail: data }));
    }
  });

  const addAll = () => document.querySelectorAll('[data-kerb]').forEach(add);
  // For a page that adds elements later.
  window.kerbEmbed = { add, addAll };
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', addAll);
  else addAll();
})();
