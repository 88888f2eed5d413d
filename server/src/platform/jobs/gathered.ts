/** One active call for each name, and one more after it if requested meanwhile. */
export function gathered(call: (name: string) => Promise<void>) {
  const underWay = new Map<string, { again: boolean }>();
  return async (name: string): Promise<void> => {
    const earlier = underWay.get(name);
    if (earlier) {
      // The active run may have started before the caller's change was committed.
      earlier.again = true;
      return;
    }
    const mine = { again: true };
    underWay.set(name, mine);
    while (mine.again) {
      mine.again = false;
      await call(name);
    }
    underWay.delete(name);
  };
}
