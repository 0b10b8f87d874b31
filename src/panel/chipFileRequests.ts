import type { ImportedChip } from '../ports/store.ts';
import type { FileChip } from '../core/chips/chipFile.ts';
import { largestChipFile, readChipFile, writeChipFile } from '../core/chips/chipFile.ts';
import { isFlag, isOptional, isRecord } from '../protocol/guards.ts';
import type { InspectorRequests, Nothing } from '../protocol/inspector.ts';
import { RpcError } from '../protocol/rpc.ts';
import { isIds } from './asked.ts';
import type { HandlersOf, PanelParts } from './panelParts.ts';
import { without } from './rowItems.ts';
import { readPayload } from '../core/readPayload.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Ending of files of chips. */
const ending = 'json';

/** How a passphrase is asked for when a file is made. */
const newPassphrase = [
  'Passphrase for the file',
  'It is kept nowhere: whoever imports the file needs it, and without it the texts are lost.',
  true,
] as const;

/** How it is asked for when a file is read. */
const oldPassphrase = [
  'Passphrase of the file',
  'The file is encrypted. Type the passphrase it was exported with.',
  false,
] as const;

type Asked = InspectorRequests['chips/export']['params'];
type Imported = InspectorRequests['chips/import']['result'];

/** Answers what writes chips into files and reads them from there. */
export function chipFileRequests(parts: PanelParts): HandlersOf<'chips/export' | 'chips/import'> {
  return {
    'chips/export': {
      guard: isRecord<Asked>({ ids: isOptional(isIds), encrypt: isFlag }),
      handle: async (asked, signal) => ({ done: await exportChips(asked, parts, signal) }),
    },
    'chips/import': {
      guard: isRecord<Nothing>({}),
      handle: () => importChips(parts),
    },
  };
}

async function exportChips(
  { ids, encrypt }: Asked,
  parts: PanelParts,
  signal: AbortSignal,
): Promise<number> {
  const { actions, clock, seal } = parts;
  const chips = await readChips(ids, parts, signal);
  if (chips.length === 0) {
    throw new RpcError({ code: 'no-chips', message: 'There is no chip that can be exported.' });
  }
  const plain = writeChipFile({ exported: clock.now(), chips });
  if (plain.length > largestChipFile) {
    const message = 'The chips are larger than 256 MB together. Export some of them.';
    throw new RpcError({ code: 'too-large', message });
  }
  const secret = encrypt ? await actions.askSecret(...newPassphrase) : undefined;
  if (encrypt && secret === undefined) {
    return 0;
  }
  const bytes = secret === undefined ? plain : await seal.seal(plain, secret);
  const day = new Date(clock.now()).toISOString().slice(0, 10);
  return (await actions.saveAs('Export chips', `chips-${day}.${ending}`, bytes)) ? chips.length : 0;
}

/** The chips with what they keep; those that can not be read are left out. */
async function readChips(
  ids: readonly string[] | undefined,
  { store, log }: PanelParts,
  signal: AbortSignal,
): Promise<readonly FileChip[]> {
  const wanted = ids === undefined ? undefined : new Set(ids);
  const chips: FileChip[] = [];
  for (const row of await store.chips({})) {
    if (wanted?.has(row.id) === false) {
      continue;
    }
    if (signal.aborted) {
      throw new RpcError({ code: 'cancelled', message: 'The export was cancelled.' });
    }
    const kept = await readPayload(store, row.payload);
    if (kept.state === 'kept') {
      chips.push({ ...without(row, 'payload', 'bytes'), content: kept.content });
    } else {
      log.warn(`Chip ${row.id} can not be read and is not exported.`);
    }
  }
  return chips;
}

async function importChips(parts: PanelParts): Promise<Imported> {
  const { actions, seal, store } = parts;
  const bytes = await actions.readChosen('Import chips', ending);
  if (bytes === undefined) {
    return { done: 0, known: 0 };
  }
  let plain = bytes;
  if (seal.isSealed(bytes)) {
    const secret = await actions.askSecret(...oldPassphrase);
    if (secret === undefined) {
      return { done: 0, known: 0 };
    }
    const opened = await seal.open(bytes, secret);
    plain = opened.ok ? opened.value : refuse(opened.failure);
  }
  const file = readChipFile(plain);
  const { chips } = file.ok ? file.value : refuse(file.failure);
  const { imported, known } = await store.write(
    chips.map((chip) => ({ op: 'importChip', chip: importedChip(chip, parts) }) as const),
  );
  return { done: imported, known };
}

/** One that has expired is kept as long as a new chip: it was asked for. */
function importedChip(
  { id, expires, ...chip }: FileChip,
  { clock, random, settings }: PanelParts,
): ImportedChip {
  const now = clock.now();
  const { chipDays } = settings.current;
  const until =
    expires === undefined || expires > now
      ? expires
      : chipDays > 0
        ? now + chipDays * dayMs
        : undefined;
  return {
    ...chip,
    ids: [id, ...Array.from({ length: 5 }, () => random.hex(6)), random.hex(12)],
    ...(until === undefined ? {} : { expires: until }),
  };
}

function refuse(why: string): never {
  throw new RpcError({ code: 'bad-file', message: `${why} Nothing was imported.` });
}
