const here = (): string => location.pathname + location.search + location.hash;

export const loginAddress = (back: string = here()): string => `/login?back=${encodeURIComponent(back)}`;

/** Through the login page and back: its cookie signs in without asking where it still can. */
export const goToLogin = (back?: string): void => location.assign(loginAddress(back));
