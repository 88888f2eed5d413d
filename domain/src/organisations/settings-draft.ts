import type { Moment } from '@kerb/domain/kernel/dates.ts';
import type { SettingName } from '@kerb/domain/organisations/setting-fields.ts';

/** A changed value that waits for an admin, with who asked for it. */
export type PendingValue = { value: unknown; userId: number | null; userName: string; date: Moment };

/** The changes of an organisation's settings that nobody has applied yet. */
export type SettingsDraft = Partial<Record<SettingName, PendingValue>>;
