import type { EditHost } from '../../ports/editHost.ts';
import type { Paths } from '../../ports/paths.ts';

/** A path that is there under a name that people take for the same. */
export interface NameTwin {
  readonly path: string;
  /** The names differ in case too, not only in how accents are composed. */
  readonly byCase: boolean;
  /** The last name is among those that differ in case. */
  readonly lastByCase: boolean;
}

/** What looking for twins needs. */
export interface NameTwinParts {
  readonly host: Pick<EditHost, 'stat' | 'names'>;
  readonly paths: Paths;
}

/**
 * For a path that is not there: the one that is there and differs only in case or in how its accents are composed
 * (NFC or NFD). Undefined where a name has no twin, or more than one.
 *
 * @param path absolute
 */
export async function findTwin(path: string, parts: NameTwinParts): Promise<NameTwin | undefined> {
  const { host, paths } = parts;
  const missing: string[] = [];
  let parent = path;
  while ((await host.stat(parent)) === undefined) {
    if (parent === paths.dirname(parent)) {
      return undefined;
    }
    missing.unshift(paths.basename(parent));
    parent = paths.dirname(parent);
  }
  let found = parent;
  let byCase = false;
  let lastByCase = false;
  for (const name of missing) {
    const names = await host.names(found);
    const twin = names.includes(name) ? { name, byCase: false } : twinName(name, names);
    if (twin === undefined) {
      return undefined;
    }
    found = paths.join(found, twin.name);
    lastByCase = twin.byCase;
    byCase ||= twin.byCase;
  }
  return missing.length > 0 ? { path: found, byCase, lastByCase } : undefined;
}

function twinName(
  name: string,
  names: readonly string[],
): { readonly name: string; readonly byCase: boolean } | undefined {
  const composed = name.normalize('NFC');
  const accents = names.filter((other) => other.normalize('NFC') === composed);
  if (accents.length > 0) {
    return only(accents, false);
  }
  const lower = composed.toLowerCase();
  return only(
    names.filter((other) => other.normalize('NFC').toLowerCase() === lower),
    true,
  );
}

function only(
  names: readonly string[],
  byCase: boolean,
): { readonly name: string; readonly byCase: boolean } | undefined {
  const [name] = names;
  return name !== undefined && names.length === 1 ? { name, byCase } : undefined;
}
