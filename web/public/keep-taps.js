// Runs while the script of the payer's page still loads: remembers what is tapped and typed, so that nothing is lost.
(() => {
  const kept = { fields: new Set(), button: null };
  const html = document.documentElement;
  if (html.hasAttribute('data-ready')) return;
  const onInput = ({ target }) => kept.fields.add(target);
  const onClick = (event) => {
    const button = event.target.closest?.('button');
    if (!button || button.disabled) return;
    event.preventDefault();
    // The last tap counts: a payer who taps twice means one action.
    kept.button = button;
    html.setAttribute('data-tapped', '');
  };
  const onSubmit = (event) => event.preventDefault();
  const listeners = { input: onInput, click: onClick, submit: onSubmit };
  for (const [type, listener] of Object.entries(listeners)) addEventListener(type, listener, true);
  window.kerbTaps = () => {
    for (const [type, listener] of Object.entries(listeners)) removeEventListener(type, listener, true);
    html.removeAttribute('data-tapped');
    window.kerbTaps = undefined;
    return kept;
  };
})();
