/** The page sizes that the screen of each list offers. The API accepts any size up to its limit. */
// biome-ignore format: a table
export const pageSizes = {
  campaigns:     [10, 25, 50, 100, 200],
  organisations: [25, 50, 100, 500],
  users:         [25, 50, 100, 200],
} as const satisfies Record<string, readonly number[]>;
