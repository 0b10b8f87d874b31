import { fileUri } from '../core/edit/fileUri.ts';
import type { Preview } from '../protocol/diff.ts';
import { isFields, isOneOf, isOptional, isRecord } from '../protocol/guards.ts';
import type { InspectorRequests } from '../protocol/inspector.ts';
import { RpcError } from '../protocol/rpc.ts';
import { applyPreview } from './applyPreview.ts';
import { isId, isLines, isPath, isPlace } from './asked.ts';
import { unfoldRows } from './diffRows.ts';
import type { PreviewCall } from './keptPreviews.ts';
import { KeptPreviews } from './keptPreviews.ts';
import type { PreviewOptions } from './makePreview.ts';
import { makePreview } from './makePreview.ts';
import type { HandlersOf, PanelParts } from './panelParts.ts';
import { replayWarnings } from './replayWarnings.ts';

type Asked<Name extends keyof InspectorRequests> = InspectorRequests[Name]['params'];

/** Answers what is asked about edits that a person may make from a page. */
export function previewRequests(
  parts: PanelParts,
): HandlersOf<
  'replay/preview' | 'event/preview' | 'preview/unfold' | 'preview/diff' | 'preview/apply'
> {
  const kept = new KeptPreviews();
  const give = async (call: PreviewCall, options: PreviewOptions): Promise<Preview> => {
    const made = await makePreview(call, parts, options);
    kept.put(made);
    return made.preview;
  };
  return {
    'replay/preview': {
      guard: isRecord<Asked<'replay/preview'>>({
        id: isId,
        as: isOneOf('content', 'annotated', 'arguments', 'call'),
        file: isOptional(isPath),
        line: isOptional(isPlace),
        with: isOptional(isFields(100)),
      }),
      async handle(asked, signal) {
        const call = { tool: 'be-insert-chip', args: replayArguments(asked) } as const;
        return give(call, { signal, warn: (files) => replayWarnings(asked, files, parts) });
      },
    },
    'event/preview': {
      guard: isRecord<Asked<'event/preview'>>({
        event: isId,
        action: isOneOf('rollback', 'redo'),
      }),
      handle: ({ event, action }, signal) =>
        give({ tool: 'be-trx', args: { action, event, again: true } }, { signal }),
    },
    ...keptRequests(kept, parts),
  };
}

/** Answers what is asked about a preview that was given. */
function keptRequests(
  kept: KeptPreviews,
  parts: PanelParts,
): HandlersOf<'preview/unfold' | 'preview/diff' | 'preview/apply'> {
  return {
    'preview/unfold': {
      guard: isRecord<Asked<'preview/unfold'>>({
        preview: isId,
        file: isPath,
        before: isLines,
        count: isLines,
      }),
      handle({ preview: id, file: path, before, count }) {
        const { file, rows } = kept.file(id, path);
        return { rows: unfoldRows(file.before ?? '', rows, { before, count }) };
      },
    },
    'preview/diff': {
      guard: isRecord<Asked<'preview/diff'>>({ preview: isId, file: isPath }),
      async handle({ preview: id, file: path }) {
        const { file } = kept.file(id, path);
        const title = `${file.shown} (${kept.get(id).call.tool === 'be-trx' ? 'edit' : 'replay'} preview)`;
        const { before, after = '' } = file;
        await parts.actions.showDiff({ title, file: path, before, after });
        return null;
      },
    },
    'preview/apply': {
      guard: isRecord<Asked<'preview/apply'>>({ preview: isId }),
      async handle({ preview: id }, signal) {
        // Taken out at once, so that it is not made twice.
        const taken = kept.take(id);
        try {
          return await applyPreview(taken, parts, signal);
        } catch (cause) {
          kept.put(taken);
          throw cause;
        }
      },
    },
  };
}

function replayArguments(asked: Asked<'replay/preview'>): Readonly<Record<string, unknown>> {
  const { id, as, file, line, with: change } = asked;
  const from = `chip://${id}`;
  if (as === 'call') {
    return { from, as, again: true, ...(change === undefined ? {} : { with: change }) };
  }
  if (file === undefined || line === undefined) {
    const message = 'Choose a file and a line for the text first.';
    throw new RpcError({ code: 'no-place', message });
  }
  return { from, as, to: `${fileUri(file)}:${line}`, again: true };
}
