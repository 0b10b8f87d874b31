import { parseArgs } from 'node:util';
import { knowsEncoding } from '../iconvCodec.ts';

/** What the headless server is asked to do. */
export interface HeadlessFlags {
  /** As given, not yet resolved; empty where none is. */
  readonly roots: readonly string[];
  readonly db?: string;
  readonly storage?: string;
  readonly maxChips?: number;
  readonly maxCalls?: number;
  readonly maxEvents?: number;
  readonly language?: 'en' | 'zh';
  /** Of files without a byte order mark, as the setting `files.encoding` names it; UTF-8 if absent. */
  readonly encoding?: string;
}

/** The flags, or a text to print instead of serving. */
export type ParsedFlags =
  | { readonly kind: 'serve'; readonly flags: HeadlessFlags }
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'problem'; readonly text: string };

const options = {
  root: { type: 'string', multiple: true },
  db: { type: 'string' },
  storage: { type: 'string' },
  'max-chips': { type: 'string' },
  'max-calls': { type: 'string' },
  'max-events': { type: 'string' },
  language: { type: 'string' },
  encoding: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

const help = `chipboard-mcp: the be-* edit tools as an MCP server on standard input and output.

  --root DIR        folder agents may work in; may be given several times (default: the current folder)
  --db FILE         database of chips and edits (default: chipboard.db in the storage folder)
  --storage DIR     storage folder of the editor's extension: its database, settings and open windows are used
  --max-chips N     most chips kept for each folder and kind
  --max-calls N     most calls kept in the activity record; 0 keeps none
  --max-events N    most edits of each folder that can be taken back
  --language en|zh  language of the tool descriptions
  --encoding NAME   encoding of files without a byte order mark, as in "files.encoding" (default: utf8)
  --help            this text

chipboard-mcp inspect FILE tells what was in the context of another agent's session; inspect --help says how.

Each flag has an environment variable: CHIPBOARD_ROOT (several: divided as in PATH), CHIPBOARD_DB, CHIPBOARD_STORAGE,
CHIPBOARD_MAX_CHIPS, CHIPBOARD_MAX_CALLS, CHIPBOARD_MAX_EVENTS, CHIPBOARD_LANGUAGE, CHIPBOARD_ENCODING. A flag goes before it.
`;

type Numbered = 'max-chips' | 'max-calls' | 'max-events';

const bounds: Record<Numbered, readonly [number, number]> = {
  'max-chips': [1, 10_000],
  'max-calls': [0, 1_000_000],
  'max-events': [1, 100_000],
};

/** Reads the command line and the environment. `delimiter` divides paths in a variable. */
export function parseFlags(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  delimiter: string,
): ParsedFlags {
  try {
    const { values } = parseArgs({ args: [...args], options, strict: true });
    if (values.help === true) {
      return { kind: 'help', text: help };
    }
    const text = (name: Exclude<keyof typeof options, 'root' | 'help'>): string | undefined =>
      (values[name] ?? env[variable(name)]) || undefined;
    const db = text('db');
    const storage = text('storage');
    const maxChips = numberOf('max-chips', text('max-chips'));
    const maxCalls = numberOf('max-calls', text('max-calls'));
    const maxEvents = numberOf('max-events', text('max-events'));
    const language = languageOf(text('language'));
    const encoding = encodingOf(text('encoding'));
    const fromEnv = (env[variable('root')] ?? '').split(delimiter).filter((root) => root !== '');
    return {
      kind: 'serve',
      flags: {
        roots: values.root ?? fromEnv,
        ...(db === undefined ? {} : { db }),
        ...(storage === undefined ? {} : { storage }),
        ...(maxChips === undefined ? {} : { maxChips }),
        ...(maxCalls === undefined ? {} : { maxCalls }),
        ...(maxEvents === undefined ? {} : { maxEvents }),
        ...(language === undefined ? {} : { language }),
        ...(encoding === undefined ? {} : { encoding }),
      },
    };
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error);
    return { kind: 'problem', text: `${what}\nchipboard-mcp --help lists the flags.\n` };
  }
}

function variable(flag: string): string {
  return `CHIPBOARD_${flag.replaceAll('-', '_').toUpperCase()}`;
}

function numberOf(flag: Numbered, text: string | undefined): number | undefined {
  if (text === undefined) {
    return undefined;
  }
  const [least, most] = bounds[flag];
  const value = /^\d+$/.test(text) ? Number(text) : NaN;
  if (!(value >= least && value <= most)) {
    throw new Error(
      `--${flag} must be a whole number from ${least} to ${most}, and not ${JSON.stringify(text)}.`,
    );
  }
  return value;
}

function languageOf(text: string | undefined): 'en' | 'zh' | undefined {
  if (text === undefined || text === 'en' || text === 'zh') {
    return text;
  }
  throw new Error(`--language must be en or zh, and not ${JSON.stringify(text)}.`);
}

function encodingOf(text: string | undefined): string | undefined {
  if (text === undefined || knowsEncoding(text)) {
    return text;
  }
  throw new Error(
    `--encoding must be named as in the setting files.encoding, like gbk, and not ${JSON.stringify(text)}.`,
  );
}
