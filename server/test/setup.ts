import { afterAll } from 'vitest';
import { closeStages } from './harness.ts';

// Registered here, because a hook that is registered while another hook runs belongs to no file.
afterAll(closeStages, 30_000);
