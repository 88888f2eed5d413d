import { fundsStateOf } from '@kerb/domain/payments/funds-state.ts';
import { expect, it } from 'vitest';

// biome-ignore format: a table
it.each([
  [0,    0,    0,   'none'       ],
  [-100, 0,    0,   'kept'       ],
  [0,    -100, 0,   'on-its-way' ],
  [0,    0,    100, 'transferred'],
  [-20,  0,    100, 'kept'       ],
  [-20,  -100, 0,   'on-its-way' ],
])('%j kept, %j on its way and %j transferred is %s', (organisation, transit, transferred, expected) => {
  expect(fundsStateOf({ organisation, transit, transferred })).toBe(expected);
});
