import type { Role } from '@kerb/domain/access/actor.ts';
import type { Schema } from '@kerb/server/platform/database/schema.ts';
import type { Insertable, Selectable, Updateable } from 'kysely';
import { expectTypeOf, it } from 'vitest';

it('reads a narrowed column as its values, and as null if the database allows null', () => {
  expectTypeOf<Selectable<Schema['users']>['role']>().toEqualTypeOf<Role | 'service'>();
  expectTypeOf<Selectable<Schema['identityChecks']>['checkResult']>().toEqualTypeOf<'pass' | 'fail' | null>();
});

it('leaves a column with a default optional when it is written', () => {
  type State = Insertable<Schema['webhookDeliveries']>['state'];
  expectTypeOf<undefined>().toExtend<State>();
  expectTypeOf<Exclude<State, undefined>>().toEqualTypeOf<'waiting' | 'delivered' | 'failed'>();
});

it('reads JSON with its type, and writes it as text', () => {
  expectTypeOf<Selectable<Schema['webhookAttempts']>['requestHeaders']>().toEqualTypeOf<Record<string, string>>();
  expectTypeOf<Insertable<Schema['webhookAttempts']>['requestHeaders']>().toEqualTypeOf<string>();
  expectTypeOf<null>().toExtend<Selectable<Schema['tenants']>['draftContent']>();
});

it('never writes a column that only the database writes', () => {
  expectTypeOf<Schema['properties']>().toHaveProperty('addressKey');
  expectTypeOf<Updateable<Schema['properties']>>().not.toHaveProperty('addressKey');
});
