const blockIds = 1 << 20;

/** A set of ids with one bit for each: ten million ids take 1.25 MB. */
export function idSet() {
  const blocks = new Map<number, Uint8Array>();
  const has = (id: number): boolean => {
    const block = Math.floor(id / blockIds);
    const place = id - block * blockIds;
    return ((blocks.get(block)?.[place >> 3] ?? 0) & (1 << (place & 7))) !== 0;
  };
  /** False if the set has the id already. */
  const add = (id: number): boolean => {
    const block = Math.floor(id / blockIds);
    const place = id - block * blockIds;
    const bytes = blocks.get(block) ?? new Uint8Array(blockIds / 8);
    if (!blocks.has(block)) blocks.set(block, bytes);
    const before = bytes[place >> 3] ?? 0;
    const bit = 1 << (place & 7);
    bytes[place >> 3] = before | bit;
    return (before & bit) === 0;
  };
  return { has, add };
}
export type IdSet = ReturnType<typeof idSet>;
