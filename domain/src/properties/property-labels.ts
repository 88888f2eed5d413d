/** The labels of a property's fields. A country's address scheme has the words for city, state and postcode. */
// biome-ignore format: a table
export const propertyLabels = {
  type:        'Property Type',
  bedrooms:    'Bedrooms',
  bathrooms:   'Bathrooms',
  carSpaces:   'Car Spaces',
  description: 'Description',
  address:     'Street Address',
  address2:    'Address Line 2',
  address3:    'Address Line 3',
} as const;
