import type { ColumnTypes } from '@kerb/server/platform/database/column-types.ts';
import type { Tables } from '@kerb/server/platform/database/tables.ts';
import type { ColumnType, SelectType } from 'kysely';

// Names are camelCase in TypeScript and snake_case in SQL; a plugin translates them. Days, moments and amounts are
// text.

/** Null and undefined stay in the type, because the database decides about them. */
type Swapped<Value, To> = Value extends null | undefined ? Value : To;

/** JSON is `unknown` on reading, and text on writing. */
type Narrowed<Column, To> =
  Column extends ColumnType<infer Read, infer Inserted, infer Updated>
    ? unknown extends Read
      ? ColumnType<To | Extract<Inserted, null>, Inserted, Updated>
      : ColumnType<Swapped<Read, To>, Swapped<Inserted, To>, Swapped<Updated, To>>
    : Swapped<Column, To>;

type NarrowedTable<Columns, Types> = {
  [Name in keyof Columns]: Name extends keyof Types ? Narrowed<Columns[Name], Types[Name]> : Columns[Name];
};

/** Every table of the database: the printed columns, narrowed by column-types.ts. */
export type Schema = {
  [Table in keyof Tables]: Table extends keyof ColumnTypes
    ? NarrowedTable<Tables[Table], ColumnTypes[Table]>
    : Tables[Table];
};

/** The columns in column-types.ts that the database does not have, or has with another type. */
type Misfits<Columns, Types> = {
  [Name in keyof Types]: Name extends keyof Columns
    ? Types[Name] extends SelectType<Columns[Name]>
      ? never
      : Name
    : Name;
}[keyof Types];
type AllMisfits = {
  [Table in keyof ColumnTypes]: Table extends keyof Tables ? Misfits<Tables[Table], ColumnTypes[Table]> : Table;
}[keyof ColumnTypes];
type MustBeNone<None extends never> = None;
/** Does not compile if there is a misfit; the error names it. */
export type NoMisfits = MustBeNone<AllMisfits>;
