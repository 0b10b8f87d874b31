import { z } from 'zod';
import type { FileView } from '../ports/editHost.ts';
import { ok } from '../ports/result.ts';
import { planDelete } from '../core/edit/planLines.ts';
import { surplusBrackets } from '../core/structure/brackets.ts';
import { defineFileTool } from './fileTool.ts';
import {
  againField,
  briefField,
  fileField,
  linesField,
  previewField,
  targetField,
  viewedField,
} from './arguments.ts';
import { spliceProposal } from './spliceProposal.ts';
import { viewedPlace } from './viewedPlace.ts';

const schema = z.strictObject({
  file: fileField,
  lines: linesField,
  target: targetField,
  viewed_code_id: viewedField,
  again: againField,
  preview: previewField,
  brief: briefField,
});

const example = { file: 'src/app.ts:5-15' };

/** be-delete: a range of lines goes; its text is kept as a chip. */
export const deleteTool = defineFileTool<z.infer<typeof schema>>({
  name: 'be-delete',
  title: 'Delete lines',
  description: {
    en: 'Delete a range of lines ("src/a.ts:5-15"). The deleted text is kept as a chip that be-insert-chip puts back.',
    zh: '删除一段行（“src/a.ts:5-15”）。删除的文本会保存为 chip，可用 be-insert-chip 放回。',
  },
  schema,
  aliases: { path: 'file' },
  example,
  annotations: { readOnly: false, destructive: true, idempotent: false },
  proposeFor(args, { gated, view }, context) {
    const place = viewedPlace(args, view, context, example);
    if (!place.ok) {
      return place;
    }
    const { first, last } = place.value;
    const splice = planDelete(view, first, last);
    const warnings = [...place.value.warnings, ...unbalanced(view, first, last)];
    return ok(spliceProposal({ gated, view, splice, warnings, keepRemoved: true }, 'Delete lines'));
  },
});

/** Most lines that are looked at for brackets, so that the cost of a delete stays small. */
const mostChecked = 10_000;

/** Line numbers are an order, so lines that leave the rest out of balance are deleted, and it is said. */
function unbalanced(view: FileView, first: number, last: number): readonly string[] {
  const count = last - first + 1;
  if (count > mostChecked || count === view.lineCount) {
    return [];
  }
  const lines = view.lines(first, last).map(({ text }) => text);
  const brackets = surplusBrackets(lines, view.path);
  return brackets === ''
    ? []
    : [
        `The deleted lines hold "${brackets}" without its counterpart, so the balance of brackets changes. be-balance tells whether the file still pairs up.`,
      ];
}
