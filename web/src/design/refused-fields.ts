import type { Decision } from '@kerb/domain/kernel/decision.ts';
import * as z from 'zod/mini';

/** Uses a domain rule as a check of a form's contract: its refusals appear under the fields. */
export const refusedFields = <Value>(decide: (value: Value) => Decision<unknown>) =>
  z.check<Value>(({ value, issues }) => {
    const decision = decide(value);
    const errors = decision.ok ? {} : (decision.validation ?? {});
    for (const [name, [first]] of Object.entries(errors)) {
      if (first) issues.push({ code: 'custom', input: value, path: [name], message: first.message });
    }
  });
