import { describe, uriOf } from '../block.ts';
import { askedFor } from '../callTarget.ts';
import { describeText } from '../describeText.ts';
import { encodeStub, stubKey } from '../stubText.ts';
import type { Operation } from '../operations.ts';
import type { Refusal } from './refusal.ts';
import { refuse } from './refusal.ts';
import type { StagedPatch } from './stagedPatch.ts';
import { targetsOf } from './targets.ts';

type Offload = Extract<Operation, { readonly op: 'payload_offload' }>;
type Restore = Extract<Operation, { readonly op: 'restore' }>;

/** Checks and does payload_offload: a stub stands for the text, which stays stored under its address. */
export function offload(operation: Offload, staged: StagedPatch): Refusal | undefined {
  const { description, summary, hint } = operation.replaceWith;
  if (description.trim() === '' || summary.trim() === '') {
    return refuse(
      'offload_replacement',
      'payload_offload needs what stands for the text: "replace_with": {"description": "test log", "summary": "412 passed, 1 failed: parser.test.ts:40", "retrieval_hint": "read it for the stack trace"}.',
    );
  }
  for (const block of targetsOf(operation, staged)) {
    if (block.kind !== 'tool_result' && block.kind !== 'assistant_message') {
      return refuse(
        'offload_kind',
        `${block.id} is a ${block.kind}; only tool_result and assistant_message can be offloaded. Use compact, or set_visibility with "archived".`,
      );
    }
    const { content } = block;
    if (content.form === 'offloaded') {
      return refuse(
        'already_offloaded',
        `${block.id} is offloaded already; its text is at ${uriOf(content.artifact)}. Leave it out of "ids".`,
      );
    }
  }
  for (const { id, content } of targetsOf(operation, staged)) {
    const { artifact } = content;
    const stub = stubKey(artifact, staged.context.state.nextPatch);
    const said = { description: describe('', description), summary, hint };
    staged.newTexts.set(stub, encodeStub(said));
    staged.change(id, {
      content: { form: 'offloaded', artifact, stub },
      generation: staged.context.state.nextPatch,
    });
  }
  return undefined;
}

/** Checks and does restore of offloaded texts. */
export function restore(operation: Restore, staged: StagedPatch): Refusal | undefined {
  for (const block of targetsOf(operation, staged)) {
    const { content } = block;
    if (content.form !== 'offloaded') {
      return refuse(
        'not_offloaded',
        block.visibility === 'model'
          ? `${block.id} is not offloaded: its text is in view.`
          : `${block.id} is ${block.visibility}, not offloaded. Take it back with set_visibility and "visibility": "model".`,
      );
    }
    if (staged.texts.get(content.artifact) === undefined) {
      return refuse(
        'artifact_missing',
        `The text of ${block.id} (${uriOf(content.artifact)}) is gone from the store; its stub stays.`,
      );
    }
  }
  for (const block of targetsOf(operation, staged)) {
    const { id, kind, content } = block;
    const text = staged.texts.get(content.artifact) ?? '';
    const asked = askedFor(block, staged.blocks);
    const restored = `Restored payload${asked === undefined ? '' : ` of ${asked}`}`;
    staged.change(id, {
      content: { form: 'inline', artifact: content.artifact },
      description: describeText(kind, text, restored),
      generation: 0,
    });
  }
  return undefined;
}
