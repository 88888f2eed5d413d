/**
 * The version of a record that last changed each group of its fields. `all` stands for the groups that are not named;
 * null where nothing has been remembered yet.
 */
export type GroupVersions<Group extends string> = Partial<Record<Group | 'all', number>> | null;

type Remembered<Group extends string> = { version: number; groupVersions: GroupVersions<Group> };

/** Whether one of these groups has changed since somebody read this version of the record. */
export function isOutdated<Group extends string>(
  read: number,
  { version, groupVersions }: Remembered<Group>,
  touched: readonly Group[],
): boolean {
  if (read > version) return true;
  const changedAt = (group: Group) => groupVersions?.[group] ?? groupVersions?.all ?? version;
  return touched.some((group) => changedAt(group) > read);
}
