// Old links have the screen after a '#', which no server sees. Someone who is not signed in goes on to the login page.
// '#//' is not accepted, because it would lead to another site.
const screen = /^#(\/[a-z].*)$/.exec(location.hash)?.[1];
if (screen) location.replace(`/login?back=${encodeURIComponent(screen)}`);
