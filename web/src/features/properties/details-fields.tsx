import {
  mostRooms,
  type PropertyType,
  propertyTypeLabels,
  propertyTypes,
} from '@kerb/domain/properties/properties.contract.ts';
import { propertyLabels } from '@kerb/domain/properties/property-labels.ts';
import type { ContractFormState } from '@kerb/web/design/form.ts';
import classes from '@kerb/web/features/properties/property.module.css';
import { type RoomField, roomFields, roomText } from '@kerb/web/features/properties/rooms.ts';
import { NativeSelect, Textarea } from '@mantine/core';

export type DetailsValues = Record<'type' | RoomField | 'description', string>;
export const emptyDetails: DetailsValues = { type: '', bedrooms: '', bathrooms: '', carSpaces: '', description: '' };

const countOf = ({ type }: DetailsValues, typed: string): number | null =>
  typed === '' || type === 'land' ? null : Number(typed);

export const detailsOf = (values: DetailsValues) => ({
  type: (values.type || null) as PropertyType | null,
  bedrooms: countOf(values, values.bedrooms),
  bathrooms: countOf(values, values.bathrooms),
  carSpaces: countOf(values, values.carSpaces),
  description: values.description.trim() || null,
});

const types = [
  { value: '', label: 'Not chosen' },
  ...propertyTypes.map((value) => ({ value, label: propertyTypeLabels[value] })),
];
const counts = [
  { value: '', label: 'Not known' },
  ...Array.from({ length: mostRooms + 1 }, (_, count) => ({ value: String(count), label: roomText(count) })),
];

/** The type of the property. Land has no rooms. */
export function DetailsFields<Values extends DetailsValues>({ form }: { form: ContractFormState<Values> }) {
  const isLand = form.form.values.type === 'land';
  return (
    <>
      <div className={classes.counts}>
        <NativeSelect label={propertyLabels.type} data={types} {...form.field('type')} />
        {roomFields.map((name) =>
          isLand ? (
            <NativeSelect key={`${name}-none`} label={propertyLabels[name]} disabled data={['–']} />
          ) : (
            <NativeSelect key={name} label={propertyLabels[name]} data={counts} {...form.field(name)} />
          ),
        )}
      </div>
      <Textarea label={propertyLabels.description} rows={3} maxLength={2_000} {...form.field('description')} />
    </>
  );
}
