import fc from 'fast-check';

/**
 * Every property test draws its examples from this seed, so that a failed run can be repeated. TEST_SEED draws others.
 * Vitest loads this file before each test file.
 */
export const propertySeed = Number(process.env.TEST_SEED ?? 20_260_101);

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: propertySeed });
