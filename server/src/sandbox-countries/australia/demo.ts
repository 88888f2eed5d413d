import { type DemoCountry, type DemoPlace, details } from '@kerb/server/sandbox-countries/sandbox-country.ts';

const placesIn = (state: string, postcodes: Record<string, string>): DemoPlace[] =>
  Object.entries(postcodes).map(([city, postalCode]) => ({ city, state, postalCode }));

// biome-ignore format: a table
const places = {
  NSW: placesIn('NSW', { Yass: '2582', Goulburn: '2580', Bowral: '2576', Marrickville: '2204', Newtown: '2042', Manly: '2095', Leura: '2780', Orange: '2800', 'Byron Bay': '2481' }),
  ACT: placesIn('ACT', { Braddon: '2612', Kingston: '2604', Ainslie: '2602' }),
  Vic: placesIn('Vic', { Fitzroy: '3065', Brunswick: '3056', 'St Kilda': '3182', Daylesford: '3460', Geelong: '3220', Bendigo: '3550' }),
  Tas: placesIn('Tas', { 'Battery Point': '7004', 'Sandy Bay': '7005', Launceston: '7250' }),
  Qld: placesIn('Qld', { Paddington: '4064', 'West End': '4101', Bulimba: '4171', Buderim: '4556', 'Noosa Heads': '4567' }),
  NT:  placesIn('NT',  { 'Darwin City': '0800', Nightcliff: '0810', 'Alice Springs': '0870' }),
  WA:  placesIn('WA',  { Fremantle: '6160', Cottesloe: '6011', Subiaco: '6008', Busselton: '6280' }),
  SA:  placesIn('SA',  { Glenelg: '5045', Norwood: '5067', Unley: '5061', 'Mount Barker': '5251' }),
};

// biome-ignore format: a table
export const demoAustralia: DemoCountry = {
  organisations: {
    harbour: { name: 'Harbourlight Realty',          identifier: 'harbourlight',  type: 'agency',    timeZone: 'Australia/Sydney',    enableDeposits: true,  allowAddingProperty: true,  places: [...places.NSW, ...places.ACT] },
    valley:  { name: 'Lanternfield Property',        identifier: 'lanternfield',  type: 'agency',    timeZone: 'Australia/Melbourne', enableDeposits: false, allowAddingProperty: true,  places: [...places.Vic, ...places.Tas] },
    coast:   { name: 'Pelican & Palm Estate Agents', identifier: 'pelican-palm',  type: 'agency',    timeZone: 'Australia/Brisbane',  enableDeposits: true,  allowAddingProperty: false, places: [...places.Qld, ...places.NT] },
    ranges:  { name: 'Quokka Hill Real Estate',      identifier: 'quokka-hill',   type: 'agency',    timeZone: 'Australia/Perth',     enableDeposits: false, allowAddingProperty: false, places: [...places.WA, ...places.SA] },
    styling: { name: 'Cushion & Co Styling',         identifier: 'cushion-co',    type: 'supplier',  timeZone: 'Australia/Sydney',    enableDeposits: false, allowAddingProperty: true,  places: [...places.NSW, ...places.Vic] },
    finance: { name: 'Paperboat Finance',            identifier: 'paperboat',     type: 'financial', timeZone: 'Australia/Sydney',    enableDeposits: false, allowAddingProperty: false, places: places.NSW },
  },
  bankDetails: {
      harbour: details('Harbourlight Realty Pty Ltd',   '47999999901',   '',    '900001', '90000001'),
      valley:  details('Lanternfield Property Pty Ltd', '28999999902',   'W1',  '900002', '90000002'),
      coast:   details('Pelican & Palm Pty Ltd',        '98999999903',   '',    '900003', '90000003'),
      ranges:  details('Quokka Hill Pty Ltd',           '79999999904',   'M15', '900004', '90000004'),
      styling: details('Cushion & Co Pty Ltd',          '60999999905',   'W4',  '900005', '90000005'),
      finance: details('Paperboat Finance Pty Ltd',     '41999999906',   '',    '900006', '90000006'),
  },
  streets: [
    'Wattlebird Lane', 'Lorikeet Street', 'Bottlebrush Avenue', 'Kookaburra Parade', 'Paperbark Crescent', 'Jacaranda Rise',
    'Lilly Pilly Close', 'Galah Street', 'Wombat Way', 'Honeyeater Drive', 'Currawong Road', 'Ironbark Terrace', 'Saltbush Grove',
    'Bilby Place', 'Corella Street', 'Rosella Avenue', 'Spinifex Street', 'Boronia Walk', 'Magpie Lane', 'Bandicoot Court',
  ],
  officePhones: ['(02) 5550 1101', '(02) 5550 1102', '(02) 5550 1103', '(02) 5550 1104', '(02) 5550 1105', '(02) 5550 1106'],
  smsSenderNames: { harbour: 'Harbourlite' },
  mobiles: [
    '0491 570 006', '0491 570 156', '0491 570 157', '0491 570 158', '0491 570 159', '0491 570 110', '0491 570 313', '0491 570 737',
    '0491 571 266', '0491 571 491', '0491 571 804', '0491 572 549', '0491 572 665', '0491 572 983', '0491 573 770', '0491 573 087',
    '0491 574 118', '0491 574 632', '0491 575 254', '0491 575 789', '0491 576 398', '0491 576 801', '0491 577 426', '0491 577 644',
  ],
};
