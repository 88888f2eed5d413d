/**
 * Puts each named schema of the document where it is referred to, so that a page can show it whole. A schema within
 * itself stays a reference.
 */
export function resolveReferences<T extends object>(document: T): T {
  const named = (document as { components?: { schemas?: Record<string, unknown> } }).components?.schemas ?? {};
  const resolve = (value: unknown, within: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((each) => resolve(each, within));
    if (typeof value !== 'object' || value === null) return value;
    const { $ref, ...beside } = value as { $ref?: string };
    const name = $ref?.startsWith('#/components/schemas/') ? $ref.slice('#/components/schemas/'.length) : undefined;
    if (name !== undefined && Object.hasOwn(named, name) && !within.includes(name)) {
      return { ...(resolve(named[name], [...within, name]) as object), ...beside };
    }
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, resolve(each, within)]));
  };
  const { components: _, ...shown } = document as { components?: unknown };
  return resolve(shown, []) as T;
}
