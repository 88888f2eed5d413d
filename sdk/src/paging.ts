import type { CallOptions } from './call.ts';

/** Before everything: `{ updatedSince: beginning }` reads a whole list. */
export const beginning = '1970-01-01T00:00:00.000Z';

/** A record that left the list: a member who left the team. */
export type Removed = { href: string };

type Page = { nextCursor?: string; hasMore?: boolean; removed?: Removed[] };
type ItemsOf<P> = P extends { items: (infer Item)[] } ? Item : P extends { signatories: (infer Item)[] } ? Item : never;

type List = (parameters: never, options?: CallOptions) => Promise<Page>;
/** What the list can be asked for. One without a cursor cannot be read in pages. */
type AskedOf<L extends List> =
  NonNullable<Parameters<L>[0]> extends { cursor?: string } ? NonNullable<Parameters<L>[0]> : never;
type ItemOf<L extends List> = ItemsOf<Awaited<ReturnType<L>>>;

const itemsOf = <P extends Page>(page: P): ItemsOf<P>[] => {
  const { items, signatories } = page as { items?: ItemsOf<P>[]; signatories?: ItemsOf<P>[] };
  return items ?? signatories ?? [];
};

/** What one answer had, and where to go on. */
export type Read<Item> = { items: Item[]; removed: Removed[]; nextCursor: string };

/**
 * The answers of a list in the order of changes, one after the other. Store `nextCursor` when you have stored the
 * items: with `{ cursor }` a later run goes on there. A record that changes meanwhile comes again.
 */
export async function* pages<L extends List>(
  list: L,
  parameters: AskedOf<L>,
  options: CallOptions = {},
): AsyncGenerator<Read<ItemOf<L>>, void, undefined> {
  let asked: object = parameters;
  for (;;) {
    const page = await list(asked as never, options);
    const { nextCursor, hasMore, removed = [] } = page;
    if (nextCursor === undefined) throw new TypeError('This list has a cursor only with updatedSince or cursor.');
    yield { items: itemsOf(page) as ItemOf<L>[], removed, nextCursor };
    if (!hasMore) return;
    // A cursor goes on from where the answer ended, so it replaces the moment.
    const { updatedSince: _, since: __, ...rest } = asked as { updatedSince?: string; since?: string };
    asked = { ...rest, cursor: nextCursor };
  }
}

/** The items of a list, as many as there are. */
export async function* each<L extends List>(
  list: L,
  parameters: AskedOf<L>,
  options: CallOptions = {},
): AsyncGenerator<ItemOf<L>, void, undefined> {
  for await (const { items } of pages(list, parameters, options)) yield* items;
}
