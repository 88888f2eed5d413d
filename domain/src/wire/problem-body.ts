import { fieldErrorTypes } from '@kerb/domain/kernel/decision.ts';
import * as z from 'zod/mini';

/** RFC 9457, with the sentence for the screen, the errors for the form and, for a failure, the request id. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  /** The same sentence as `displayText`, where programs expect it. Other servers between us may not send it. */
  detail: z.optional(z.string()),
  displayText: z.string(),
  requestId: z.optional(z.string()),
  validation: z.optional(
    z.record(z.string(), z.array(z.object({ type: z.enum(fieldErrorTypes), message: z.string() }))),
  ),
});
export type ProblemBody = z.infer<typeof problem>;
