import type { Block } from '../block.ts';
import { askedFor } from '../callTarget.ts';
import { describeText } from '../describeText.ts';
import type { Operation } from '../operations.ts';
import type { Refusal } from './refusal.ts';
import { refuse } from './refusal.ts';
import type { StagedPatch } from './stagedPatch.ts';
import { naming, targetsOf } from './targets.ts';

type Redact = Extract<Operation, { readonly op: 'redact' }>;
type Replace = Extract<Operation, { readonly op: 'replace' }>;
type JsonObject = Readonly<Record<string, unknown>>;

function objectIn(text: string | undefined): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as JsonObject)
      : undefined;
  } catch {
    return undefined;
  }
}

function disabled(name: 'redact' | 'replace'): Refusal {
  return refuse(
    'op_disabled',
    `${name} is switched off; the user can allow it with the setting chipboard.context.${name}. Use compact, or set_visibility with "archived".`,
  );
}

/** Puts another text in a block's place, under its next version. */
function rewrite(block: Block, given: string, staged: StagedPatch): void {
  const text = given.toWellFormed();
  const version = Math.max(block.version + 1, staged.context.state.nextVersion(block.id));
  const artifact = `${block.id}@v${version}`;
  staged.newTexts.set(artifact, text);
  staged.change(block.id, {
    version,
    content: { form: 'inline', artifact },
    description: describeText(block.kind, text, askedFor(block, staged.blocks)),
    generation: 0,
  });
}

function redacted(block: Block, fields: readonly string[], staged: StagedPatch): Refusal | string {
  if (block.kind !== 'tool_result' || block.content.form !== 'inline') {
    return refuse(
      'redact_kind',
      `${block.id} is ${block.content.form === 'offloaded' ? 'offloaded' : `a ${block.kind}`}; redact works on a tool_result whose text is in view.`,
    );
  }
  const value = objectIn(staged.texts.get(block.content.artifact));
  if (value === undefined) {
    return refuse(
      'redact_not_json',
      `The text of ${block.id} is no JSON object, so it has no fields to drop.`,
    );
  }
  const left = Object.entries(value).filter(([name]) => !fields.includes(name));
  if (left.length === Object.keys(value).length) {
    return refuse(
      'redact_fields',
      `${block.id} has none of these fields. It has: ${naming(Object.keys(value))}.`,
    );
  }
  return JSON.stringify(Object.fromEntries(left));
}

/** Other versions, also those that were taken back, may hold what was redacted as well, and so may their stubs. */
function eraseVersions({ id, version }: Block, staged: StagedPatch): void {
  const newest = Math.max(version, staged.context.state.nextVersion(id) - 1);
  for (let each = 1; each <= newest; each += 1) {
    staged.erased.add(`${id}@v${each}`);
  }
  for (const { changes } of staged.context.state.patches) {
    for (const change of changes) {
      if (change.id === id && change.content?.form === 'offloaded') {
        staged.erased.add(change.content.stub);
      }
    }
  }
}

/** Checks and does redact: top-level fields of JSON results are deleted, for good unless the settings keep them. */
export function redact(operation: Redact, staged: StagedPatch): Refusal | undefined {
  const { policy } = staged.context;
  if (!policy.redact) {
    return disabled('redact');
  }
  const fields = operation.dropFields.filter((field) => field !== '');
  if (fields.length === 0) {
    return refuse('redact_fields', 'redact needs "drop_fields": names such as ["password"].');
  }
  const texts = new Map<Block, string>();
  for (const block of targetsOf(operation, staged)) {
    const result = redacted(block, fields, staged);
    if (typeof result !== 'string') {
      return result;
    }
    texts.set(block, result);
  }
  for (const [block, text] of texts) {
    rewrite(block, text, staged);
    if (!policy.keepRedacted) {
      eraseVersions(block, staged);
    }
  }
  return undefined;
}

/** Checks and does replace. */
export function replace(operation: Replace, staged: StagedPatch): Refusal | undefined {
  if (!staged.context.policy.replace) {
    return disabled('replace');
  }
  const [block, another] = targetsOf(operation, staged);
  if (block === undefined || another !== undefined) {
    return refuse(
      'replace_content',
      'replace takes one block. Use one operation for each, such as {"op": "replace", "ids": ["tool_004"], "content": "…"}.',
    );
  }
  if (block.protected || block.kind === 'user_message') {
    return refuse('replace_protected', `${block.id} is protected: its text stays as it is.`);
  }
  if (operation.content === '') {
    return refuse(
      'replace_content',
      'replace needs "content": the new text. To take a block out of view use set_visibility.',
    );
  }
  if (
    block.content.form === 'inline' &&
    staged.texts.get(block.content.artifact) === operation.content
  ) {
    return refuse('replace_content', `${block.id} has this text already.`);
  }
  rewrite(block, operation.content, staged);
  return undefined;
}
