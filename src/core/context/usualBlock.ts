import type { Block, BlockKind, BlockRole, Retention } from './block.ts';

/** The fields that blocks of one kind have alike when they come in. */
export type UsualFields = Pick<
  Block,
  | 'role'
  | 'visibility'
  | 'retention'
  | 'protected'
  | 'pinned'
  | 'version'
  | 'sources'
  | 'generation'
>;

function usual(role: BlockRole, retention: Retention, isProtected = false): UsualFields {
  return {
    role,
    visibility: 'model',
    retention,
    protected: isProtected,
    pinned: false,
    version: 1,
    sources: [],
    generation: 0,
  };
}

/**
 * The usual fields by kind. Journals leave them out where a block has them as they stand here: another value here would
 * be one in every journal that was written before, so these stay as they are.
 */
export const usualFields: Readonly<Record<BlockKind, UsualFields>> = {
  system_prompt: usual('runtime', 'persistent', true),
  user_message: usual('user', 'persistent', true),
  assistant_message: usual('assistant', 'session'),
  reasoning_trace: usual('assistant', 'ephemeral'),
  tool_result: usual('tool', 'session'),
  summary: usual('assistant', 'session'),
  task_state: usual('assistant', 'session'),
  budget_report: usual('runtime', 'ephemeral'),
};

/** Name of the text that a block comes in with. */
export function firstArtifact(id: string): string {
  return `${id}@v1`;
}
