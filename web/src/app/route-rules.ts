import type { Session } from '@kerb/domain/session/session.contract.ts';
import { type GuardedPath, mayOpen, noAccess } from '@kerb/domain/shell/navigation.ts';
import { fromOne } from '@kerb/domain/wire/codecs.ts';
import { goToLogin } from '@kerb/web/platform/login.ts';
import { searchBy } from '@kerb/web/platform/search.ts';
import { notFound, type SearchMiddleware, stripSearchParams } from '@tanstack/react-router';
import * as z from 'zod/mini';

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

/** A page size that the list's screen offers. Any other counts as the usual one. */
export const pageSize = (offered: readonly number[], usual: number) => ({
  perPage: z._default(fromOne.check(z.refine((size) => offered.includes(size))), usual),
});

/** Keeps a list's state in the address, without the defaults. */
export function listSearch<Schema extends z.ZodMiniObject>(schema: Schema) {
  const validateSearch = searchBy(schema);
  const defaults = validateSearch({} as Parameters<typeof validateSearch>[0]);
  const strip = stripSearchParams(defaults as never) as SearchMiddleware<z.output<Schema>>;
  return { validateSearch, search: { middlewares: [strip] } };
}
