import { canBeSaved } from '@kerb/domain/agreements/changeable-fields.ts';
import { isSavedByOrganisation } from '@kerb/domain/payers/payer-details.ts';
import type { Json } from '@kerb/server/platform/http/openapi/schemas.ts';

const isNoneOf =
  (...names: readonly string[]) =>
  (name: string): boolean =>
    !names.includes(name);

/** Whether a save by an organisation's program can ever change a property, by the component that it sends. */
// biome-ignore format: a table
const canBeChanged: Record<string, (name: string) => boolean> = {
  CampaignChange:  canBeSaved,
  SignatoryChange: isSavedByOrganisation,
  NewSignatory:    isSavedByOrganisation,
  PropertyChange:  isNoneOf('id', 'href'),
  DocumentChange:  isNoneOf('agreement', 'asset'),
};

function marked(component: Json, isChanged: (name: string) => boolean): Json {
  const properties = Object.entries(component.properties as Record<string, Json>).map(([name, schema]) => [
    name,
    isChanged(name) ? schema : { ...schema, readOnly: true },
  ]);
  return { ...component, properties: Object.fromEntries(properties) };
}

/** Marks what programs can only send back as they read it. A save takes whole records, so their schemas have it. */
export const withReadOnly = (components: Record<string, Json>): Record<string, Json> =>
  Object.fromEntries(
    Object.entries(components).map(([name, component]) => {
      const isChanged = canBeChanged[name];
      return [name, isChanged ? marked(component, isChanged) : component];
    }),
  );
