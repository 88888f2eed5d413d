import type { CountryCode } from '@kerb/domain/countries/country.ts';

/** A real place with its postcode. The streets are invented. */
export type SandboxPlace = { address2: string | null; city: string; state: string | null; postalCode: string };
export type SandboxCountry = { places: readonly SandboxPlace[]; streets: readonly string[] };

const suburbs = (state: string, postcodes: Record<string, string>): SandboxPlace[] =>
  Object.entries(postcodes).map(([city, postalCode]) => ({ address2: null, city, state, postalCode }));

const suburbsOf = (city: string, postcodes: Record<string, string>): SandboxPlace[] =>
  Object.entries(postcodes).map(([address2, postalCode]) => ({ address2, city, state: null, postalCode }));

const towns = (postcodes: Record<string, string>): SandboxPlace[] =>
  Object.entries(postcodes).map(([city, postalCode]) => ({ address2: null, city, state: null, postalCode }));

// biome-ignore format: a table
const australia: SandboxCountry = {
  places: [
    ...suburbs('NSW', { Yass: '2582', Goulburn: '2580', Bowral: '2576', Marrickville: '2204', Newtown: '2042', Manly: '2095', Mosman: '2088', Bondi: '2026', Balmain: '2041', Paddington: '2021', Leura: '2780', Katoomba: '2780', Orange: '2800', Bathurst: '2795', Dubbo: '2830', 'Byron Bay': '2481', 'Wagga Wagga': '2650', Newcastle: '2300', Wollongong: '2500', Parramatta: '2150', Albury: '2640' }),
    ...suburbs('ACT', { Braddon: '2612', Kingston: '2604', Ainslie: '2602', Dickson: '2602', Belconnen: '2617' }),
    ...suburbs('Vic', { Fitzroy: '3065', Brunswick: '3056', 'St Kilda': '3182', Richmond: '3121', Carlton: '3053', Hawthorn: '3122', 'Mount Martha': '3934', 'Point Lonsdale': '3225', Daylesford: '3460', Geelong: '3220', Bendigo: '3550', Torquay: '3228', Wodonga: '3690' }),
    ...suburbs('Tas', { 'Battery Point': '7004', 'Sandy Bay': '7005', Launceston: '7250', Devonport: '7310' }),
    ...suburbs('Qld', { Paddington: '4064', 'West End': '4101', Bulimba: '4171', 'New Farm': '4005', Buderim: '4556', 'Noosa Heads': '4567', Toowoomba: '4350', 'Mount Gravatt': '4122', 'Surfers Paradise': '4217', 'Port Douglas': '4877' }),
    ...suburbs('NT',  { 'Darwin City': '0800', Nightcliff: '0810', 'Alice Springs': '0870' }),
    ...suburbs('WA',  { Fremantle: '6160', Cottesloe: '6011', Subiaco: '6008', Busselton: '6280', Scarborough: '6019', 'Mount Lawley': '6050', Albany: '6330' }),
    ...suburbs('SA',  { Glenelg: '5045', Norwood: '5067', Unley: '5061', 'Mount Barker': '5251', 'Mount Gambier': '5290', Prospect: '5082' }),
  ],
  streets: [
    'Wattlebird Lane', 'Lorikeet Street', 'Bottlebrush Avenue', 'Kookaburra Parade', 'Paperbark Crescent', 'Jacaranda Rise',
    'Lilly Pilly Close', 'Galah Street', 'Wombat Way', 'Honeyeater Drive', 'Currawong Road', 'Ironbark Terrace', 'Saltbush Grove',
    'Bilby Place', 'Corella Street', 'Rosella Avenue', 'Spinifex Street', 'Boronia Walk', 'Magpie Lane', 'Bandicoot Court',
    'Wattle Street', 'Banksia Road', 'Mount Pleasant Road', 'Point Road', 'Pelican Esplanade', 'Brolga Highway', 'Quoll Boulevard',
    'Echidna Square', 'Emu Court', 'Grevillea Crescent',
  ],
};

// biome-ignore format: a table
const newZealand: SandboxCountry = {
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

export const sandboxPlaces: Record<CountryCode, SandboxCountry> = { AU: australia, NZ: newZealand };
