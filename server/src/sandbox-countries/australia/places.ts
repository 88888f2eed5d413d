import type { SandboxAddresses, SandboxPlace } from '@kerb/server/sandbox-countries/sandbox-country.ts';

const suburbs = (state: string, postcodes: Record<string, string>): SandboxPlace[] =>
  Object.entries(postcodes).map(([city, postalCode]) => ({ address2: null, city, state, postalCode }));

// biome-ignore format: a table
export const australianAddresses: SandboxAddresses = {
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
