/** Waits for a change and then refreshes the screen. A refused change shows the new state too. */
export const thenRefresh =
  (refresh: () => unknown) =>
  async <T>(change: Promise<T>): Promise<T> => {
    try {
      return await change;
    } finally {
      await refresh();
    }
  };
