// Offers passkeys on the login pages. In a browser without scripts or passkeys the form stays hidden, and the password
// and the code work as before.
const form = document.getElementById('passkey-form');
const PublicKey = window.PublicKeyCredential;

if (form && PublicKey?.parseRequestOptionsFromJSON) {
  const isMaking = 'make' in form.dataset;
  const options = JSON.parse(form.dataset.options);
  const publicKey = isMaking
    ? PublicKey.parseCreationOptionsFromJSON(options)
    : PublicKey.parseRequestOptionsFromJSON(options);
  const words = document.getElementById('passkey-words');
  let suggestion = null;

  const send = (credential) => {
    form.elements.passkey.value = JSON.stringify(credential);
    form.submit();
  };

  const ask = async () => {
    suggestion?.abort();
    words.textContent = '';
    try {
      send(await (isMaking ? navigator.credentials.create({ publicKey }) : navigator.credentials.get({ publicKey })));
    } catch {
      // The person closed the browser's dialog, or this device has no passkey for us.
      words.textContent = form.dataset.failed;
    }
  };

  const suggest = async () => {
    if (!('suggest' in form.dataset) || !(await PublicKey.isConditionalMediationAvailable?.())) return;
    suggestion = new AbortController();
    const { signal } = suggestion;
    try {
      send(await navigator.credentials.get({ publicKey, mediation: 'conditional', signal }));
    } catch {
      // The button asked instead, or the person chose nothing.
    }
  };

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void ask();
  });
  form.hidden = false;
  void suggest();
}
