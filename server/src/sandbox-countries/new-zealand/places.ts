import type { SandboxAddresses, SandboxPlace } from '@kerb/server/sandbox-countries/sandbox-country.ts';

const suburbsOf = (city: string, postcodes: Record<string, string>): SandboxPlace[] =>
  Object.entries(postcodes).map(([address2, postalCode]) => ({ address2, city, state: null, postalCode }));

const towns = (postcodes: Record<string, string>): SandboxPlace[] =>
  Object.entries(postcodes).map(([city, postalCode]) => ({ address2: null, city, state: null, postalCode }));

// biome-ignore format: a table
export const newZealandAddresses: SandboxAddresses = {
  places: [
    ...suburbsOf('Auckland',     { Ponsonby: '1011', 'Grey Lynn': '1021', 'Mount Eden': '1024', Remuera: '1050', Devonport: '0624', Takapuna: '0622', 'Mount Albert': '1025', 'Point Chevalier': '1022', Parnell: '1052', Epsom: '1023', 'Ōtāhuhu': '1062', 'Māngere': '2022' }),
    ...suburbsOf('Wellington',   { Thorndon: '6011', Kelburn: '6012', 'Island Bay': '6023', Miramar: '6022', Karori: '6012', Newtown: '6021' }),
    ...suburbsOf('Christchurch', { Merivale: '8014', Sumner: '8081', Cashmere: '8022', Riccarton: '8011', Papanui: '8053' }),
    ...suburbsOf('Dunedin',      { Roslyn: '9010', 'St Clair': '9012' }),
    ...suburbsOf('Hamilton',     { Hillcrest: '3216', Chartwell: '3210' }),
    ...suburbsOf('Napier',       { Ahuriri: '4110' }),
    ...towns({ 'Mount Maunganui': '3116', Queenstown: '9300', 'Whangārei': '0110', 'Whakatāne': '3120', 'Taupō': '3330', 'Ōtaki': '5512', Rotorua: '3010', Nelson: '7010', Gisborne: '4010', Invercargill: '9810' }),
  ],
  streets: [
    'Fantail Lane', 'Kererū Street', 'Tōtara Rise', 'Harakeke Avenue', 'Ponga Place', 'Kākāpō Crescent', 'Rātā Road', 'Mānuka Terrace',
    'Toetoe Way', 'Pūkeko Drive', 'Koromiko Street', 'Kōwhai Close', 'Rimu Parade', 'Weka Court', 'Matai Grove', 'Bellbird Street',
    'Silverfern Walk', 'Morepork Lane', 'Saddleback Road', 'Kahikatea Street', 'Pōhutukawa Avenue', 'Nīkau Street', 'Tūī Place',
    'Kauri Road', 'Mount View Road', 'Point Road', 'Hīnau Street', 'Karaka Esplanade', 'Takahē Highway', 'Whekī Lane', 'Miro Street',
    'Tawa Crescent', 'Kōkako Drive', 'Pīwakawaka Lane', 'Ruru Court', 'Tī Kōuka Avenue', 'Mātātā Road', 'Rewarewa Street',
    'Horoeka Terrace', 'Pūriri Street', 'Tarata Place', 'Māhoe Grove', 'Kiwi Boulevard', 'Kea Street', 'Kākā Road', 'Tākapu Parade',
    'Makomako Close', 'Kawakawa Way', 'Houhere Square', 'Tītoki Street', 'Tāwhiri Lane', 'Rangiora Rise',
  ],
};
