import type { Role } from '@kerb/domain/access/actor.ts';
import type { Schema } from '@kerb/server/platform/database/schema.ts';
import type { Insertable, Selectable, Updateable } from 'kysely';
import { expectTypeOf, it } from 'vitest';

it('reads a narrowed column as its values, and null where the database says so', () => {
  expectTypeOf<Selectable<Schema['users']>['role']>().toEqualTypeOf<Role>();
  expectTypeOf<Selectable<Schema['identityChecks']>['checkResult']>().toEqualTypeOf<'pass' | 'fail' | null>();
});

it('leaves a column with a default optional when it is written', () => {
  type State = Insertable<Schema['webhookDeliveries']>['state'];
  expectTypeOf<undefined>().toExtend<State>();
  expectTypeOf<Exclude<State, undefined>>().toEqualTypeOf<'waiting' | 'delivered' | 'failed'>();
});

it('reads JSON by its shape and takes it as text', () => {
  expectTypeOf<Selectable<Schema['webhookAttempts']>['requestHeaders']>().toEqualTypeOf<Record<string, string>>();
  expectTypeOf<Insertable<Schema['webhookAttempts']>['requestHeaders']>().toEqualTypeOf<string>();
  expectTypeOf<null>().toExtend<Selectable<Schema['tenants']>['draftContent']>();
});

it('never writes what the database writes alone', () => {
  expectTypeOf<Schema['properties']>().toHaveProperty('addressKey');
  expectTypeOf<Updateable<Schema['properties']>>().not.toHaveProperty('addressKey');
});
