import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's root folder. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SUITES = join(ROOT, 'test', 'vscode');
/** Holds the extensions that suites install. */
export const EXTENSIONS = join(ROOT, 'test', 'fixtures', 'extensions');
const WORKSPACES = join(ROOT, 'test', 'fixtures', 'workspaces');

/** What the file `suite.json` beside a suite's `index.ts` may say. */
export interface SuiteOptions {
  /** Name of a folder under `test/fixtures/workspaces` to open a copy of; null opens an empty window. */
  readonly fixture?: string | null;
  /** Settings of the user. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Content of the user's `chatLanguageModels.json`. */
  readonly chatModels?: readonly unknown[];
  /** Names of folders under `test/fixtures/extensions` to install beside the extension under test. */
  readonly extensions?: readonly string[];
  /** Leaves the built-in Copilot Chat on. */
  readonly copilot?: boolean;
  /** Opens the folder untrusted, as a person's first time would; only in the npm build of VS Code. */
  readonly workspaceTrust?: boolean;
  /** Added to the environment of the extension host. */
  readonly env?: Readonly<Record<string, string>>;
  /** Runs only when it is asked for by name. */
  readonly onRequest?: boolean;
  /** Names of loopback ports to choose before the start; see `choosePorts`. */
  readonly ports?: readonly string[];
}

/** A folder under `test/vscode` whose tests run together in one window. */
export interface Suite extends SuiteOptions {
  readonly name: string;
  /** The bundled test module. */
  readonly module: string;
  /** The folder to open a copy of. */
  readonly workspace?: string;
}

/**
 * Lists the suites, by name: each folder under `test/vscode` that has an `index.ts`.
 *
 * Without a word from `suite.json` the suite `empty` gets an empty window, and another gets the fixture of its own name
 * or else `basic`.
 * @param only Name of the one suite that is wanted.
 * @throws {Error} When there is no suite of that name, or a named fixture is missing.
 */
export function findSuites(only?: string): Suite[] {
  const names = readdirSync(SUITES).filter((name) => existsSync(join(SUITES, name, 'index.ts')));
  if (only !== undefined && !names.includes(only)) {
    throw new Error(`No suite "${only}"; there are: ${names.join(', ')}.`);
  }
  return names
    .filter((name) => only === undefined || name === only)
    .map(readSuite)
    .filter((suite) => only !== undefined || suite.onRequest !== true);
}

function readSuite(name: string): Suite {
  const file = join(SUITES, name, 'suite.json');
  const options = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as SuiteOptions) : {};
  const workspace = workspaceOf(name, options.fixture);
  return {
    ...options,
    name,
    module: join(ROOT, 'out', 'test', 'vscode', name, 'index.cjs'),
    ...(workspace === undefined ? {} : { workspace }),
  };
}

function workspaceOf(name: string, fixture: string | null | undefined): string | undefined {
  if (fixture === null || (fixture === undefined && name === 'empty')) {
    return undefined;
  }
  const candidates = fixture === undefined ? [name, 'basic'] : [fixture];
  const found = candidates
    .map((candidate) => join(WORKSPACES, candidate))
    .find((path) => existsSync(path));
  if (found === undefined) {
    throw new Error(`The suite "${name}" needs a folder ${join(WORKSPACES, candidates[0] ?? '')}.`);
  }
  return found;
}
