import { type ComponentType, lazy } from 'react';

const withFurtherStyles = async <Module,>(load: () => Promise<Module>): Promise<Module> => {
  const [module] = await Promise.all([load(), import('@kerb/web/design/further-styles.ts')]);
  return module;
};

/** A module that is not on the way from login to list, with the styles that only such modules use. */
export const later =
  <Module,>(load: () => Promise<Module>) =>
  () =>
    withFurtherStyles(load);

/** A dialog, or another part of a screen, that loads when it is first drawn. */
export const lazily = <Props,>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await withFurtherStyles(load) }));
