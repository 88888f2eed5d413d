import type { CallOptions } from './call.ts';

/** Before everything: `{ updatedSince: beginning }` reads a whole list. */
export const beginning = '1970-01-01T00:00:00.000Z';

type Page = { nextCursor?: string; hasMore?: boolean };
type ItemsOf<P> = P extends { items: (infer Item)[] } ? Item : P extends { signatories: (infer Item)[] } ? Item : never;

type List<Parameters, P extends Page> = (parameters?: Parameters, options?: CallOptions) => Promise<P>;

const itemsOf = <P extends Page>(page: P): ItemsOf<P>[] => {
  const { items, signatories } = page as { items?: ItemsOf<P>[]; signatories?: ItemsOf<P>[] };
  return items ?? signatories ?? [];
};

/** What one answer had, and where to go on. */
export type Read<Item> = { items: Item[]; nextCursor: string };

/**
 * The answers of a list in the order of changes, one after the other. Store `nextCursor` when you have stored the
 * items: with `{ cursor }` a later run goes on there. A record that changes meanwhile comes again.
 */
export async function* pages<Parameters extends { cursor?: string }, P extends Page>(
  list: List<Parameters, P>,
  parameters: Parameters,
  options: CallOptions = {},
): AsyncGenerator<Read<ItemsOf<P>>, void, undefined> {
  let asked = parameters;
  for (;;) {
    const page = await list(asked, options);
    const { nextCursor, hasMore } = page;
    if (nextCursor === undefined) throw new TypeError('This list has a cursor only with updatedSince or cursor.');
    yield { items: itemsOf(page), nextCursor };
    if (!hasMore) return;
    // A cursor goes on from where the answer ended, so it replaces the moment.
    const { updatedSince: _, since: __, ...rest } = asked as Parameters & { updatedSince?: string; since?: string };
    asked = { ...(rest as unknown as Parameters), cursor: nextCursor };
  }
}

/** The items of a list, as many as there are. */
export async function* each<Parameters extends { cursor?: string }, P extends Page>(
  list: List<Parameters, P>,
  parameters: Parameters,
  options: CallOptions = {},
): AsyncGenerator<ItemsOf<P>, void, undefined> {
  for await (const { items } of pages(list, parameters, options)) yield* items;
}
