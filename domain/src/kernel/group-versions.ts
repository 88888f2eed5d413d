/**
 * The record's version at which each group of fields last changed. `all` covers the groups that are not named; null if
 * nothing is stored yet.
 */
export type GroupVersions<Group extends string> = Partial<Record<Group | 'all', number>> | null;

type Remembered<Group extends string> = { version: number; groupVersions: GroupVersions<Group> };

/** Whether one of these groups changed after the given version was read. */
export function isOutdated<Group extends string>(
  read: number,
  { version, groupVersions }: Remembered<Group>,
  touched: readonly Group[],
): boolean {
  if (read > version) return true;
  const changedAt = (group: Group) => groupVersions?.[group] ?? groupVersions?.all ?? version;
  return touched.some((group) => changedAt(group) > read);
}
