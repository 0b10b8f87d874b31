import type { Operation } from '../../src/core/context/operations.ts';

const output = { description: 'what was read', content: 'a summary' };
const stub = { description: 'a log', summary: 'all green', hint: '' };

/** Operations with everything filled in, of which `more` replaces parts. */
export const compact = (ids: readonly string[], more: object = {}): Operation => ({
  op: 'compact',
  ids,
  output,
  preserve: ['all'],
  drop: [],
  ...more,
});
export const merge = (ids: readonly string[], more: object = {}): Operation => ({
  op: 'merge',
  ids,
  output,
  resolution: 'update',
  ...more,
});
export const fold = (ids: readonly string[], more: object = {}): Operation => ({
  op: 'fold',
  ids,
  output,
  scope: 'reading',
  ...more,
});
export const offload = (ids: readonly string[], more: object = {}): Operation => ({
  op: 'payload_offload',
  ids,
  replaceWith: stub,
  ...more,
});
export const restore = (ids: readonly string[], patch?: string): Operation => ({
  op: 'restore',
  ids,
  ...(patch !== undefined && { patch }),
});
export const show = (ids: readonly string[], visibility: string): Operation => ({
  op: 'set_visibility',
  ids,
  visibility,
});
export const redact = (ids: readonly string[], ...dropFields: string[]): Operation => ({
  op: 'redact',
  ids,
  dropFields,
});
export const replace = (ids: readonly string[], content: string): Operation => ({
  op: 'replace',
  ids,
  content,
});
