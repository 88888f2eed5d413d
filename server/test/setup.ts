import { afterAll } from 'vitest';
import { closeStages } from './harness.ts';

// Here and not where a stage begins: what a running hook registers belongs to no file.
afterAll(closeStages, 30_000);
