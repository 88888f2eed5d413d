// Runs first: removes the one-time tickets of a sign-in from the address and the history before any other script reads
// them.
(() => {
  const address = new URL(location.href);
  const take = (name) => {
    const value = address.searchParams.get(name);
    address.searchParams.delete(name);
    return value;
  };
  const accessToken = take('access_token');
  const refreshToken = take('refresh_token');
  // Old links have the screen after a '#'. '#//' is not accepted, because it would lead to another site.
  const screen = /^#(\/[a-z].*)$/.exec(address.hash)?.[1];
  const plain = address.pathname === '/' && screen ? screen : address.pathname + address.search + address.hash;
  const tickets = accessToken && refreshToken ? { accessToken, refreshToken } : null;
  if (accessToken || refreshToken) history.replaceState(history.state, '', plain);

  // Public pages. A browser that was signed in goes through the login page once; its cookie may sign it in again.
  const isOpen = /^\/(calculator|payout|verify|guide|brochure|promo-brochure)(\/|$)/.test(address.pathname);
  const wasSignedIn = () => {
    try {
      const was = sessionStorage.getItem('kerb.signed-in') !== null;
      if (tickets) sessionStorage.setItem('kerb.signed-in', '1');
      else sessionStorage.removeItem('kerb.signed-in');
      return was;
    } catch {
      return false;
    }
  };
  const isPublic = address.pathname.startsWith('/sandbox/') || (!wasSignedIn() && isOpen);
  const needsLogin = !tickets && !isPublic;
  Object.defineProperty(window, '__signIn', {
    value: { tickets, needsLogin },
    enumerable: false,
    configurable: true,
  });
  if (!needsLogin) {
    // A script or style sheet does not load: the page itself must say so.
    addEventListener(
      'error',
      ({ target }) => {
        if (!/^\/assets\//.test(new URL(target?.src ?? target?.href ?? '', address).pathname)) return;
        document.documentElement.dataset.failed = '';
        document.querySelector('.kerb-failed a')?.focus();
      },
      true,
    );
    return;
  }
  // Back or Forward (the router's mark in history.state) or a search asks for this state of the list. Only the path is
  // stored: the next user of this tab may be another person.
  try {
    const [path, search] = plain.split('#')[0].split('?');
    if (history.state?.__TSR_key || search) sessionStorage.setItem('kerb.asked-path', path);
  } catch {
    // Without storage there is no saved state.
  }
  location.replace(`/login?back=${encodeURIComponent(plain)}`);
})();
