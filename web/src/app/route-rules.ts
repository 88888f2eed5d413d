import type { Session } from '@kerb/domain/session/session.contract.ts';
import { type GuardedPath, mayOpen } from '@kerb/web/app/navigation.ts';
import { goToLogin } from '@kerb/web/platform/login.ts';
import { searchBy } from '@kerb/web/platform/search.ts';
import { notFound, type SearchMiddleware, stripSearchParams } from '@tanstack/react-router';
import type * as z from 'zod/mini';

/** What a route that the role may not open hands to the page that stands in for it. */
export const noAccess = "Sorry, you don't have access to this page.";

type Visit = { context: { session: Session | null }; preload: boolean };

/** The session, where the route may be opened in it; a null path asks only that someone is signed in. */
export async function guard({ context: { session }, preload }: Visit, path: GuardedPath | null): Promise<Session> {
  if (!session) {
    if (!preload) goToLogin();
    // The browser is leaving, or only looking ahead; nothing may be drawn.
    return await new Promise<never>(() => undefined);
  }
  if (path && !mayOpen(path, session)) throw notFound({ data: noAccess });
  return session;
}

/** For anyone who is not signed in, and of those who are, for whoever may open it. */
export const publicOrGuarded = (path: GuardedPath) => async (visit: Visit) => {
  if (visit.context.session) await guard(visit, path);
};

export const guarded = (path: GuardedPath | null) => async (visit: Visit) => {
  await guard(visit, path);
};

/** Ids are digits; anything else is no such page. */
export const asDigits = <const Name extends string>(name: Name) => ({
  parse: (params: Record<Name, string>) =>
    /^\d{1,15}$/.test(params[name]) ? ({ [name]: Number(params[name]) } as Record<Name, number>) : (false as never),
  stringify: (params: Record<Name, number>) => ({ [name]: String(params[name]) }) as Record<Name, string>,
});

/** A list's state lives in the address, less what is its default anyway. */
export function listSearch<Schema extends z.ZodMiniObject>(schema: Schema) {
  const validateSearch = searchBy(schema);
  const defaults = validateSearch({} as Parameters<typeof validateSearch>[0]);
  const strip = stripSearchParams(defaults as never) as SearchMiddleware<z.output<Schema>>;
  return { validateSearch, search: { middlewares: [strip] } };
}
