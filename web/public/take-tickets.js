// Runs before anything else can read the address: a sign-in's one-time tickets leave the bar and the history here.
(() => {
  const address = new URL(location.href);
  const take = (name) => {
    const value = address.searchParams.get(name);
    address.searchParams.delete(name);
    return value;
  };
  const accessToken = take('access_token');
  const refreshToken = take('refresh_token');
  // Links of an older kind name the screen after a '#'; never '#//', which would lead to another site.
  const screen = /^#(\/[a-z].*)$/.exec(address.hash)?.[1];
  const plain = address.pathname === '/' && screen ? screen : address.pathname + address.search + address.hash;
  const tickets = accessToken && refreshToken ? { accessToken, refreshToken } : null;
  if (accessToken || refreshToken) history.replaceState(history.state, '', plain);

  // Anyone may read these. Whoever was signed in here is so again, if their cookie still stands, and is asked once.
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
  if (!needsLogin) return;
  // A place in the history that the router has marked was left, and is now come back to: the login page forgets that.
  try {
    if (history.state?.__TSR_key) sessionStorage.setItem('kerb.list.returned', JSON.stringify(plain));
  } catch {
    // Without storage a list opens as it was left, not as it stood at that step.
  }
  location.replace(`/login?back=${encodeURIComponent(plain)}`);
})();
