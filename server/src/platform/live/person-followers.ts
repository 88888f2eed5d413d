type Follower = { userId: number; onChange: () => void };

/** The pages of people on this server that want to know when the notifications of their person change. */
export function personFollowers() {
  const all = new Set<Follower>();
  return {
    wake: (isMeant: (userId: number) => boolean): void => {
      for (const { userId, onChange } of all) if (isMeant(userId)) onChange();
    },
    follow: (userId: number, onChange: () => void): (() => void) => {
      const follower = { userId, onChange };
      all.add(follower);
      return () => void all.delete(follower);
    },
    clear: (): void => all.clear(),
  };
}
