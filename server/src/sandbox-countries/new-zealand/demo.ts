import { type DemoCountry, type DemoPlace, details } from '@kerb/server/sandbox-countries/sandbox-country.ts';

const placesIn = (city: string, postcodes: Record<string, string>): DemoPlace[] =>
  Object.entries(postcodes).map(([address2, postalCode]) => ({ address2, city, postalCode }));

// biome-ignore format: a table
const places = {
  Auckland:     placesIn('Auckland',     { Ponsonby: '1011', 'Grey Lynn': '1021', 'Mount Eden': '1024', Remuera: '1050', Devonport: '0624', Takapuna: '0622' }),
  Wellington:   placesIn('Wellington',   { Thorndon: '6011', Kelburn: '6012', 'Island Bay': '6023', Miramar: '6022' }),
  Christchurch: placesIn('Christchurch', { Merivale: '8014', Sumner: '8081', Cashmere: '8022' }),
  Dunedin:      placesIn('Dunedin',      { Roslyn: '9010', 'St Clair': '9012' }),
  Hamilton:     placesIn('Hamilton',     { Hillcrest: '3216', Chartwell: '3210' }),
  Napier:       placesIn('Napier',       { Ahuriri: '4110' }),
};
// biome-ignore format: a table
const towns: DemoPlace[] = [
  { city: 'Mount Maunganui', postalCode: '3116' }, { city: 'Queenstown', postalCode: '9300' }, { city: 'Whangārei', postalCode: '0110' },
];

const timeZone = 'Pacific/Auckland';

// biome-ignore format: a table
export const demoNewZealand: DemoCountry = {
  organisations: {
    harbour: { name: 'Fantail Bay Realty',            identifier: 'fantail-bay',   type: 'agency',    timeZone, enableDeposits: true,  allowAddingProperty: true,  places: places.Auckland },
    valley:  { name: 'Tussock & Stone Property',      identifier: 'tussock-stone', type: 'agency',    timeZone, enableDeposits: false, allowAddingProperty: true,  places: [...places.Christchurch, ...places.Dunedin] },
    coast:   { name: 'Driftwood Point Estate Agents', identifier: 'driftwood',     type: 'agency',    timeZone, enableDeposits: true,  allowAddingProperty: false, places: [...places.Napier, ...places.Hamilton, ...towns] },
    ranges:  { name: 'Windy Hill Real Estate',        identifier: 'windy-hill',    type: 'agency',    timeZone, enableDeposits: false, allowAddingProperty: false, places: places.Wellington },
    styling: { name: 'Cushion & Co Styling',          identifier: 'cushion-co',    type: 'supplier',  timeZone, enableDeposits: false, allowAddingProperty: true,  places: [...places.Auckland, ...places.Wellington] },
    finance: { name: 'Paperboat Finance',             identifier: 'paperboat',     type: 'financial', timeZone, enableDeposits: false, allowAddingProperty: false, places: places.Auckland },
  },
  bankDetails: {
      harbour: details('Fantail Bay Realty Limited',    '9429999999019', '',    null,     '1230000001007000'),
      valley:  details('Tussock & Stone Limited',       '9429999999026', '',    null,     '1230000001015000'),
      coast:   details('Driftwood Point Limited',       '9429999999033', '',    null,     '1230000001023000'),
      ranges:  details('Windy Hill Limited',            '9429999999040', '',    null,     '1230000001031000'),
      styling: details('Kōwhai Cushion & Co Limited',   '9429999999057', '',    null,     '1230000001058000'),
      finance: details('Paperboat Finance Limited',     '9429999999064', '',    null,     '1230000001066000'),
  },
  streets: [
    'Fantail Lane', 'Kererū Street', 'Tōtara Rise', 'Harakeke Avenue', 'Ponga Place', 'Kākāpō Crescent', 'Rātā Road', 'Mānuka Terrace',
    'Toetoe Way', 'Pūkeko Drive', 'Koromiko Street', 'Kōwhai Close', 'Rimu Parade', 'Weka Court', 'Matai Grove', 'Bellbird Street',
    'Silverfern Walk', 'Morepork Lane', 'Saddleback Road', 'Kahikatea Street',
  ],
  mobiles: [],
  officePhones: [],
  smsSenderNames: {},
};
