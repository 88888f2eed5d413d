/** The value of each variable of a template. Null or empty: there is nothing to say. */
export type Variables = Readonly<Record<string, string | null | undefined>>;

const place = /\{([A-Za-z]+)\}/g;

/** The names of the variables in a template, each once. */
export const variablesIn = (template: string): string[] => [
  ...new Set([...template.matchAll(place)].map(([, name = '']) => name)),
];

const isEmpty = (line: string, variables: Variables): boolean => variablesIn(line).some((name) => !variables[name]);

/**
 * The template with its variables. A line with an empty variable is left out, so that a message never has a gap. Values
 * are not read as templates: a name in braces stays as it is.
 */
export function fillTemplate(template: string, variables: Variables): string {
  const lines = template
    .split('\n')
    .filter((line) => !isEmpty(line, variables))
    .map((line) => line.replace(place, (whole, name) => variables[name] ?? whole));
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
