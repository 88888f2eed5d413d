// Names for invented addresses and people. The first words of a list are chosen often, the last ones rarely.

const words = (text: string): string[] => text.trim().split(/\s+/);

const joined = (starts: readonly string[], ends: readonly string[], between = ''): string[] =>
  ends.flatMap((end) => starts.map((start) => `${start}${between}${end}`));

const natives = words(`
  Wattle Banksia Jacaranda Acacia Grevillea Boronia Paperbark Waratah Ironbark Melaleuca Hakea Correa Kurrajong
  Casuarina Bottlebrush Tamarind Saltbush Spinifex Bluegum Kookaburra Lorikeet Rosella Galah Corella Currawong Magpie
  Honeyeater Wattlebird Pelican Curlew Plover Brolga Heron Ibis Kestrel Osprey Bowerbird Lyrebird Wren Petrel`);
const looks = words(`
  Ash Bank Black Blue Bright Clear Cold Deep Ever Fair Fern Gold Green Grey High Long Low Moss Oak Red Rose Silver
  Stone Wind Winter Yellow`);
const lands = words('wood field brook dale ford gate croft mead ridge water');

/** Three hundred. */
export const streets = [...natives, ...joined(looks, lands)];

const towns = words(`
  Yass Goulburn Bowral Newtown Manly Orange Braddon Kingston Fitzroy Geelong Bendigo Launceston Paddington Buderim
  Nightcliff Fremantle Subiaco Busselton Glenelg Norwood Unley Leura Ainslie Brunswick Daylesford Cottesloe Bulimba
  Marrickville Albury Dubbo`);
const quarters = words('North South East West Mount Lake Port Old Upper Lower');

/** Three hundred and thirty. */
export const suburbs = [...towns, ...joined(quarters, towns, ' ')];

export const firstNames = words(`
  Ada Arlo Mia Marcus Morgan Eli Erin Omar Wiremu Sofia Jack Lin Hugo Tala Sunny Pia Leo Vera Victor Viola Vikram
  Vaimoana Vince Ruby Noah Aroha Kiri Finn Grace Henry Isla Jarrah Kai Luca Maeve Nina Otis Priya Quinn Rosa`);

/** Invented surnames that no real person has. */
export const surnames = joined(
  words('Sample Test Mock Demo Fable Draft Trial Specimen Place Proverb Figment'),
  words('ton worth ridge man well wood ley field'),
);

/** Invented names of agencies. The suburb after the name makes them unique. */
export const agencies = joined(
  words('Sample Specimen Demo Fable Figment Mockup Placeholder Proverb'),
  ['Realty', 'Property', 'Estate Agents', 'Real Estate', 'Homes'],
  ' ',
);
