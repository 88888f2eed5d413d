/** The part of the OpenAPI document that is shown. */
export type Schema = {
  description?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: readonly Schema[];
  allOf?: readonly Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: readonly string[];
  additionalProperties?: boolean | Schema;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  default?: unknown;
  $ref?: string;
};

export type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: Schema;
};
type Content = Record<string, { schema: Schema; example?: unknown }>;
type Answer = { description?: string; content?: Content; $ref?: string };

export type Operation = {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  security?: readonly unknown[];
  parameters?: readonly Parameter[];
  requestBody?: { content: Content };
  responses?: Record<string, Answer>;
};
type PathItem = Record<string, Operation>;
export type OpenApiDocument = { paths?: Record<string, PathItem>; webhooks?: Record<string, PathItem> };

export const jsonType = 'application/json';
export const formType = 'application/x-www-form-urlencoded';

/** Every other status that the call answers, with what it means. */
export const otherAnswers = ({ responses = {} }: Operation): { status: string; description: string }[] =>
  Object.entries(responses)
    .filter(([status]) => /^[345]/.test(status))
    .map(([status, { description = '' }]) => ({ status, description }));

/** The schema of the success response. */
export function answerSchema({ responses = {} }: Operation): Schema | null {
  const success = Object.entries(responses).find(([status]) => /^2/.test(status))?.[1];
  return success?.content?.[jsonType]?.schema ?? null;
}
