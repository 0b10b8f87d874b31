import { chipBytes, chipContent } from '../core/chips/chipText.ts';
import { isOneOf, isRecord } from '../protocol/guards.ts';
import type { InspectorRequests } from '../protocol/inspector.ts';
import { RpcError } from '../protocol/rpc.ts';
import { isId, isOneId } from './asked.ts';
import { readChip } from './keptChip.ts';
import type { HandlersOf, PanelParts } from './panelParts.ts';

type Copied = InspectorRequests['chip/copy']['params'];

/** Answers what is done with the text of one chip outside the page. */
export function chipTextRequests(
  parts: PanelParts,
): HandlersOf<'chip/open' | 'chip/copy' | 'chip/save'> {
  const { actions, paths, store } = parts;
  const nameOf = (text: string | undefined, file: string | undefined): string =>
    text === undefined ? 'arguments.json' : file === undefined ? 'text.txt' : paths.basename(file);
  return {
    'chip/open': {
      guard: isOneId,
      async handle({ id }) {
        const { chip, args } = await readChip(id, store);
        const text = chipContent(args);
        await actions.openText(`chip ${id}`, nameOf(text, chip.file), text ?? shownJson(args));
        return null;
      },
    },
    'chip/copy': {
      guard: isRecord<Copied>({ id: isId, what: isOneOf('text', 'arguments', 'id') }),
      async handle(asked) {
        const text = await copied(asked, parts);
        await actions.copy(text);
        return { characters: text.length };
      },
    },
    'chip/save': {
      guard: isOneId,
      async handle({ id }) {
        const { chip, args } = await readChip(id, store);
        const text = chipContent(args);
        const own = chipBytes(args);
        const bytes = own ?? new TextEncoder().encode(text ?? shownJson(args));
        const name = nameOf(text ?? (own === undefined ? undefined : ''), chip.file);
        return { saved: await actions.saveAs(`Save chip ${id}`, name, bytes) };
      },
    },
  };
}

async function copied({ id, what }: Copied, { store }: PanelParts): Promise<string> {
  if (what === 'id') {
    return `chip://${id}`;
  }
  const { args } = await readChip(id, store);
  const text = what === 'text' ? chipContent(args) : shownJson(args);
  if (text === undefined) {
    const message = `Chip ${id} does not hold one text; copy its arguments instead.`;
    throw new RpcError({ code: 'no-text', message });
  }
  return text;
}

function shownJson(args: unknown): string {
  return JSON.stringify(args, null, 2);
}
