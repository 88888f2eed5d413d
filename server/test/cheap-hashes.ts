import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/**
 * A hash of a password takes 45 ms on purpose, and the tests make thousands. Here the product's own hashes take less
 * than a millisecond and keep their form, which names the real cost. Hashes of another cost are real. Vitest loads this
 * file before the product imports the function. Servers in their own processes hash at the real cost.
 */
const real = crypto.argon2;
const isReplaced = Symbol.for('kerb.cheap-hashes');

type Replaced = typeof real & { [isReplaced]?: true };

if (!(real as Replaced)[isReplaced]) {
  const cheap: Replaced = (algorithm, parameters, done) =>
    real(algorithm, parameters.memory === 19_456 ? { ...parameters, memory: 8, passes: 1 } : parameters, done);
  cheap[isReplaced] = true;
  crypto.argon2 = cheap;
  syncBuiltinESMExports();
}
