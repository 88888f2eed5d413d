import type { Endpoint } from '@kerb/domain/wire/endpoint.ts';

/** Finds the methods that an address of the API takes. Only for addresses that no route has answered. */
export function allowedMethods(endpoints: readonly Pick<Endpoint, 'method' | 'path'>[]): (path: string) => string[] {
  return (path) => {
    const isAt = (template: string) => new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}/?$`).test(path);
    const found = new Set(endpoints.filter((each) => isAt(each.path)).map(({ method }) => method as string));
    if (found.has('GET')) found.add('HEAD');
    return [...found].toSorted();
  };
}
