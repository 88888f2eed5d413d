const blockIds = 1 << 20;

/** A set of ids with one bit for each: ten million ids take 1.25 MB. */
export function idSet() {
  const blocks = new Map<number, Uint8Array>();
  const placeOf = (id: number) => {
    const block = Math.floor(id / blockIds);
    const place = id - block * blockIds;
    return { block, byte: place >> 3, bit: 1 << (place & 7) };
  };
  const has = (id: number): boolean => {
    const { block, byte, bit } = placeOf(id);
    return ((blocks.get(block)?.[byte] ?? 0) & bit) !== 0;
  };
  /** False if the set has the id already. */
  const add = (id: number): boolean => {
    const { block, byte, bit } = placeOf(id);
    const bytes = blocks.get(block) ?? new Uint8Array(blockIds / 8);
    blocks.set(block, bytes);
    const before = bytes[byte] ?? 0;
    bytes[byte] = before | bit;
    return (before & bit) === 0;
  };
  return { has, add };
}
export type IdSet = ReturnType<typeof idSet>;
