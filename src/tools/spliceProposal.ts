import type { FileView, Splice } from '../ports/editHost.ts';
import type { GatedPath } from '../core/edit/pathGate.ts';
import type { AnswerFields, EditProposal } from './defineTool.ts';

/** The proposal to make one splice in one file. */
export function spliceProposal(
  edit: {
    readonly gated: GatedPath;
    readonly view: FileView;
    readonly splice: Splice;
    readonly warnings?: readonly string[];
    readonly keepRemoved?: boolean;
    readonly keepArguments?: boolean;
    readonly fields?: AnswerFields;
  },
  label: string,
): EditProposal {
  const { gated, view, splice } = edit;
  return {
    kind: 'edit',
    plan: {
      label,
      files: [{ kind: 'splice', path: gated.path, version: view.version, splices: [splice] }],
    },
    views: new Map([[gated.path, view]]),
    shown: new Map([[gated.path, gated.shown]]),
    ...(edit.warnings === undefined ? {} : { warnings: edit.warnings }),
    ...(edit.keepRemoved === undefined ? {} : { keepRemoved: edit.keepRemoved }),
    ...(edit.keepArguments === true ? { keepArguments: true } : {}),
    ...(edit.fields === undefined ? {} : { fields: edit.fields }),
  };
}
