const here = (): string => location.pathname + location.search + location.hash;

export const loginAddress = (back: string = here()): string => `/login?back=${encodeURIComponent(back)}`;

/** Redirects to the login page and back. Its cookie signs the user in without asking, if still valid. */
export const goToLogin = (back?: string): void => location.assign(loginAddress(back));
