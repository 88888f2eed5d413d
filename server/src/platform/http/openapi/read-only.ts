import { canBeSaved } from '@kerb/domain/agreements/changeable-fields.ts';
import type { Json } from '@kerb/server/platform/http/openapi/schemas.ts';

/** Marks what programs can only send back as they read it. A save takes the whole campaign, so its schema has it. */
export function withReadOnly(components: Record<string, Json>): Record<string, Json> {
  const { CampaignChange: change } = components;
  if (!change) return components;
  const properties = Object.entries(change.properties as Record<string, Json>).map(([name, schema]) => [
    name,
    canBeSaved(name) ? schema : { ...schema, readOnly: true },
  ]);
  return { ...components, CampaignChange: { ...change, properties: Object.fromEntries(properties) } };
}
