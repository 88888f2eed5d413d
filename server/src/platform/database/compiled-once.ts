import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { keepingPlan } from '@kerb/server/platform/database/kept-plans.ts';
import { type CompiledQuery, type RawBuilder, sql } from 'kysely';

/** Marks the place of a value while a statement is compiled. */
class Place {
  readonly name: PropertyKey;

  constructor(name: PropertyKey) {
    this.name = name;
  }
}

/** A value for a statement, or its place in a statement that is compiled before the value is known. */
export type InSql<Value> = Value | RawBuilder<Value>;
type Places<Values> = { [Name in keyof Values]: RawBuilder<Values[Name]> };

const places = <Values extends object>(): Places<Values> =>
  new Proxy({} as Places<Values>, { get: (_, name) => sql.val(new Place(name)) });

/**
 * A statement that every request or every save runs. It is compiled once for each shape, because compiling takes longer
 * than sending it, and a connection keeps its plan. `build` sees the shape and the places, and never a value: so the
 * text cannot depend on one.
 */
export function compiledOnce<Values extends object, Row, Shape extends string = 'only'>(
  build: (values: Places<Values>, shape: Shape) => RawBuilder<Row>,
) {
  const compiled = new Map<Shape, CompiledQuery<Row>>();
  return async (db: Database | Tx, values: Values, shape = 'only' as Shape): Promise<Row[]> => {
    const known = compiled.get(shape) ?? keepingPlan(build(places<Values>(), shape)).compile(db);
    compiled.set(shape, known);
    const parameters = known.parameters.map((parameter) =>
      parameter instanceof Place ? values[parameter.name as keyof Values] : parameter,
    );
    return (await db.executeQuery<Row>({ ...known, parameters })).rows;
  };
}
