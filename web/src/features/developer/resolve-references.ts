type Components = { schemas?: Record<string, unknown>; responses?: Record<string, { description?: string }> };

/** What a named response means. All have the same fields, so those are left out. */
function responseNamed({ responses = {} }: Components, $ref: string | undefined): object | undefined {
  const name = $ref?.startsWith('#/components/responses/') ? $ref.slice('#/components/responses/'.length) : '';
  return Object.hasOwn(responses, name) ? { description: responses[name]?.description } : undefined;
}

/**
 * Puts each named schema, and the description of each named response, where it is referred to, so that a page can show
 * it whole. A schema within itself stays a reference.
 */
export function resolveReferences<T extends object>(document: T): T {
  const { components = {} } = document as { components?: Components };
  const named = components.schemas ?? {};
  const resolve = (value: unknown, within: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((each) => resolve(each, within));
    if (typeof value !== 'object' || value === null) return value;
    const { $ref, ...beside } = value as { $ref?: string };
    const name = $ref?.startsWith('#/components/schemas/') ? $ref.slice('#/components/schemas/'.length) : undefined;
    if (name !== undefined && Object.hasOwn(named, name) && !within.includes(name)) {
      return { ...(resolve(named[name], [...within, name]) as object), ...beside };
    }
    const response = responseNamed(components, $ref);
    if (response) return response;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, resolve(each, within)]));
  };
  const { components: _, ...shown } = document as { components?: unknown };
  return resolve(shown, []) as T;
}
