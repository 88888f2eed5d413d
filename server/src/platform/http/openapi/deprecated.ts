import { deprecatedFields } from '@kerb/domain/integrations/api-words.ts';
import type { Json } from '@kerb/server/platform/http/openapi/schemas.ts';

/** Marks the properties that will go, so that generated clients warn of them. */
export function withDeprecated(components: Record<string, Json>): Record<string, Json> {
  const marked = { ...components };
  for (const { component, field } of deprecatedFields) {
    const { properties, ...rest } = marked[component] as Json & { properties: Record<string, Json> };
    marked[component] = { ...rest, properties: { ...properties, [field]: { ...properties[field], deprecated: true } } };
  }
  return marked;
}
