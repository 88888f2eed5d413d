import type { Moment } from '@kerb/domain/kernel/dates.ts';

type NamedZone = { identifier: string; name: string };

/** The time zones of organisations by population, with islands and external territories last. */
// biome-ignore format: a table
const nearZones: readonly (readonly NamedZone[])[] = [
  [
    { identifier: 'Australia/Sydney',      name: 'Sydney, Canberra'                },
    { identifier: 'Australia/Melbourne',   name: 'Melbourne'                       },
    { identifier: 'Australia/Brisbane',    name: 'Brisbane'                        },
    { identifier: 'Australia/Perth',       name: 'Perth'                           },
    { identifier: 'Australia/Adelaide',    name: 'Adelaide'                        },
    { identifier: 'Australia/Hobart',      name: 'Hobart'                          },
    { identifier: 'Australia/Darwin',      name: 'Darwin'                          },
    { identifier: 'Australia/Broken_Hill', name: 'Broken Hill'                     },
    { identifier: 'Australia/Eucla',       name: 'Eucla'                           },
    { identifier: 'Australia/Lindeman',    name: 'Lindeman Island, the Whitsundays' },
    { identifier: 'Australia/Lord_Howe',   name: 'Lord Howe Island'                },
    { identifier: 'Pacific/Norfolk',       name: 'Norfolk Island'                  },
    { identifier: 'Indian/Christmas',      name: 'Christmas Island'                },
    { identifier: 'Indian/Cocos',          name: 'Cocos (Keeling) Islands'         },
    { identifier: 'Antarctica/Macquarie',  name: 'Macquarie Island'                },
  ],
  [
    { identifier: 'Pacific/Auckland',      name: 'Auckland, Wellington'            },
    { identifier: 'Pacific/Chatham',       name: 'Chatham Islands'                 },
    { identifier: 'Pacific/Rarotonga',     name: 'Rarotonga, Cook Islands'         },
    { identifier: 'Pacific/Niue',          name: 'Niue'                            },
    { identifier: 'Pacific/Fakaofo',       name: 'Fakaofo, Tokelau'                },
  ],
];

/** The known time zones: those of the default's own country first, then the neighbour's, then the world's. */
export function timeZonesInOrder(known: readonly string[], defaultTimeZone: string): NamedZone[] {
  const isOwn = (zones: readonly NamedZone[]) => zones.some(({ identifier }) => identifier === defaultTimeZone);
  const near = nearZones.toSorted((one, other) => Number(isOwn(other)) - Number(isOwn(one))).flat();
  const named = new Set(near.map(({ identifier }) => identifier));
  const far = known.filter((identifier) => !named.has(identifier)).toSorted();
  return [
    ...near.filter(({ identifier }) => known.includes(identifier)),
    ...far.map((identifier) => ({ identifier, name: identifier.replaceAll('_', ' ') })),
  ];
}

export const offsetSecondsIn = (zone: string, moment: Moment): number =>
  Temporal.Instant.from(moment).toZonedDateTimeISO(zone).offsetNanoseconds / 1_000_000_000;

/** 'GMT+9:30' */
export function offsetText(seconds: number): string {
  const minutes = Math.floor(Math.abs(seconds) / 60);
  return `GMT${seconds < 0 ? '-' : '+'}${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}
