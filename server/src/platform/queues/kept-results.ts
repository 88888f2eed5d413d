export type KeptResults = {
  get: (key: string) => Buffer | undefined;
  keep: (key: string, bytes: Buffer) => Buffer;
};

/** A cache of results by a key whose content never changes. The least recently used are dropped over the size limit. */
export function keptResults(mostBytes: number): KeptResults {
  const kept = new Map<string, Buffer>();
  let total = 0;
  const drop = (key: string) => {
    total -= kept.get(key)?.length ?? 0;
    kept.delete(key);
  };
  return {
    get: (key) => {
      const found = kept.get(key);
      if (found === undefined) return undefined;
      kept.delete(key);
      kept.set(key, found);
      return found;
    },
    keep: (key, bytes) => {
      drop(key);
      if (bytes.length > mostBytes) return bytes;
      kept.set(key, bytes);
      total += bytes.length;
      for (const oldest of kept.keys()) {
        if (total <= mostBytes) break;
        drop(oldest);
      }
      return bytes;
    },
  };
}
