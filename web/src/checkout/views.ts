import { type Screen, screenNames } from '@kerb/domain/checkout/screens.ts';
import type { ComponentType } from 'react';

/** Pages that the payer opens from a link. */
export const extraViews = ['correct', 'sign-for', 'about', 'files', 'receipts', 'loan', 'history', 'cancel'] as const;
/** A screen of the flow, or a page behind a link. */
export type View = Screen | (typeof extraViews)[number];

export type PartViews = Partial<Record<View, ComponentType>>;

const loaded: PartViews = {};

/** The server has every part before it draws; the browser loads a part when a view needs it. */
export const register = (views: PartViews): void => void Object.assign(loaded, views);

export const componentOf = (view: View): ComponentType | undefined => loaded[view];

/** The view that an address asks for: '#about'. */
export const viewIn = (hash: string): View | null =>
  [...screenNames, ...extraViews].find((name) => name === hash.slice(1)) ?? null;
