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
  const plain = address.pathname + address.search + address.hash;
  const tickets = accessToken && refreshToken ? { accessToken, refreshToken } : null;
  if (accessToken || refreshToken) history.replaceState(history.state, '', plain);

  const isPublic = address.pathname.startsWith('/sandbox/');
  const needsLogin = !tickets && !isPublic;
  Object.defineProperty(window, '__signIn', {
    value: { tickets, needsLogin },
    enumerable: false,
    configurable: true,
  });
  if (needsLogin) location.replace(`/login?back=${encodeURIComponent(plain)}`);
})();
