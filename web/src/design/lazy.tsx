import { type ComponentType, lazy } from 'react';

const withFurtherStyles = async <Module,>(load: () => Promise<Module>): Promise<Module> => {
  const [module] = await Promise.all([load(), import('@kerb/web/design/further-styles.ts')]);
  return module;
};

/** Loads a module that is not in the first load, with the styles that only such modules use. */
export const lazyModule =
  <Module,>(load: () => Promise<Module>) =>
  () =>
    withFurtherStyles(load);

/** A part that its screen can do without: it renders nothing if it cannot be loaded. */
export const optionalComponent = <Props,>(load: () => Promise<ComponentType<Props>>) =>
  lazy(() =>
    load().then(
      (component) => ({ default: component }),
      // Its screen goes on without it, and nobody can do anything about it.
      () => ({ default: () => null }),
    ),
  );

/** A dialog, or another part of a screen, that loads when it first renders. */
export const lazyComponent = <Props,>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await withFurtherStyles(load) }));
