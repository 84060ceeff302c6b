import type { ComponentType } from 'react';
import type { Page } from '../portal/feature';

type Load = Extract<Page, { load: unknown }>['load'];

const loaded = new Map<Load, ComponentType>();

/** Loads the code of a page, and caches it for drawing. */
export async function loadPage(load: Load): Promise<ComponentType> {
  const page = await load();
  loaded.set(load, page);
  return page;
}

/** The page, if its code has already been loaded. */
export const loadedPage = (load: Load): ComponentType | undefined => loaded.get(load);
