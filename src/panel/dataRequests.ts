import type { AskBefore } from '../ports/patchConsent.ts';
import { isOneOf, isOptional, isRecord } from '../protocol/guards.ts';
import type { Nothing } from '../protocol/inspector.ts';
import { RpcError } from '../protocol/rpc.ts';
import { isLines, isPath } from './asked.ts';
import type { HandlersOf, PanelParts } from './panelParts.ts';

/** Answers what leads out of the page, and what ends everything that is kept. */
export function dataRequests(
  parts: PanelParts,
): HandlersOf<'file/open' | 'settings/open' | 'settings/askBefore' | 'data/erase'> {
  const { actions, paths } = parts;
  return {
    'file/open': {
      guard: isRecord<{ readonly file: string; readonly line?: number }>({
        file: isPath,
        line: isOptional(isLines),
      }),
      async handle({ file, line }) {
        if (!paths.isAbsolute(file)) {
          throw new RpcError({ code: 'bad-path', message: `"${file}" is not a whole path.` });
        }
        await actions.openFile(file, line);
        return null;
      },
    },
    'settings/open': {
      guard: isRecord<Nothing>({}),
      async handle() {
        await actions.openSettings();
        return null;
      },
    },
    'settings/askBefore': {
      guard: isRecord<{ readonly askBefore: AskBefore }>({
        askBefore: isOneOf('never', 'always', 'large'),
      }),
      async handle({ askBefore }) {
        await actions.setAskBefore(askBefore);
        return null;
      },
    },
    'data/erase': {
      guard: isRecord<Nothing>({}),
      handle: async () => ({ erased: await eraseAll(parts) }),
    },
  };
}

/** Asks, and deletes everything that is kept; false if the person gave up. */
async function eraseAll({ actions, store }: PanelParts): Promise<boolean> {
  const yes = await actions.confirm(
    'Erase everything Chipboard keeps?',
    'All chips, also the pinned ones, the record of calls, the edits that can be taken back and the kept conversations are deleted, for every folder and window. Your files stay as they are. This cannot be undone.',
    'Erase Everything',
    'Keep Everything',
  );
  if (yes) {
    await store.erase();
  }
  return yes;
}
