import type { Session } from '@kerb/domain/session/session.contract.ts';
import { type GuardedPath, mayOpen, noAccess } from '@kerb/domain/shell/navigation.ts';
import { goToLogin } from '@kerb/web/platform/login.ts';
import { countField, type SearchFields, type SearchOf, searchBy } from '@kerb/web/platform/search.ts';
import { notFound, type SearchMiddleware, stripSearchParams } from '@tanstack/react-router';

type Visit = { context: { session: Session | null }; preload: boolean };

/** Returns the session if it may open the route. A null path requires only a signed-in user. */
export async function guard({ context: { session }, preload }: Visit, path: GuardedPath | null): Promise<Session> {
  if (!session) {
    if (!preload) goToLogin();
    // The browser is navigating away, or this is only a prefetch: render nothing.
    return await new Promise<never>(() => undefined);
  }
  if (path && !mayOpen(path, session)) throw notFound({ data: noAccess });
  return session;
}

export const guarded = (path: GuardedPath | null) => async (visit: Visit) => {
  await guard(visit, path);
};

/** An id is digits only; anything else is not found. */
export const asDigits = <const Name extends string>(name: Name) => ({
  parse: (params: Record<Name, string>) =>
    /^\d{1,15}$/.test(params[name]) ? ({ [name]: Number(params[name]) } as Record<Name, number>) : (false as never),
  stringify: (params: Record<Name, number>) => ({ [name]: String(params[name]) }) as Record<Name, string>,
});

/** The page of a list, and a size that its screen offers. Any other counts as the usual one. */
export const pageFields = (offered: readonly number[], usual: number) => ({
  page: countField(1),
  perPage: countField(usual, offered),
});

/** Keeps a list's state in the address, without the defaults. */
export function listSearch<Fields extends SearchFields>(fields: Fields) {
  const validateSearch = searchBy(fields);
  const defaults = validateSearch({} as Parameters<typeof validateSearch>[0]);
  const strip = stripSearchParams(defaults as never) as SearchMiddleware<SearchOf<Fields>>;
  return { validateSearch, search: { middlewares: [strip] } };
}
