import { isObject, textAt, type JsonObject } from '../json.ts';
import type { PathStep } from '../recordedBlock.ts';

/** A record of a rollout, whichever way it was written. */
export interface RecordShape {
  /** As in the envelope. */
  readonly type: string;
  readonly payload: JsonObject;
  /** Where the payload stands in the record. */
  readonly base: readonly PathStep[];
  readonly record: JsonObject;
}

/** Types of items that stand without an envelope in the oldest files. */
const bareItems: ReadonlySet<string> = new Set([
  'message',
  'reasoning',
  'function_call',
  'function_call_output',
  'custom_tool_call',
  'custom_tool_call_output',
  'local_shell_call',
  'local_shell_call_output',
  'web_search_call',
  'ghost_snapshot',
]);

/**
 * The parts of a record: `{timestamp, type, payload}`, or of the oldest files an item, a header without a type, or
 * `{record_type: 'state'}`. Undefined if it is none of these.
 */
export function shapeOf(value: unknown): RecordShape | undefined {
  if (!isObject(value)) {
    return undefined;
  }
  const type = textAt(value, 'type');
  const { payload } = value;
  if (type !== '' && isObject(payload)) {
    return { type, payload, base: ['payload'], record: value };
  }
  if (bareItems.has(type)) {
    return { type: 'response_item', payload: value, base: [], record: value };
  }
  if (textAt(value, 'record_type') !== '') {
    return { type: textAt(value, 'record_type'), payload: value, base: [], record: value };
  }
  return type === '' && textAt(value, 'id') !== '' && textAt(value, 'timestamp') !== ''
    ? { type: 'session_meta', payload: value, base: [], record: value }
    : undefined;
}

/** Records that are no part of a context: what the program keeps for itself, or said elsewhere too. */
export const besideRecords: ReadonlySet<string> = new Set([
  'state',
  'token_usage_record',
  'world_state',
]);

/** Events that repeat what items say, or tell what the program does. Names as in codex-rs/protocol, `EventMsg`. */
export const besideEvents: ReadonlySet<string> = new Set([
  'agent_message',
  'agent_reasoning',
  'agent_reasoning_raw_content',
  'agent_reasoning_section_break',
  'background_event',
  'collab_agent_interaction_end',
  'collab_agent_spawn_end',
  'collab_close_end',
  'collab_resume_end',
  'collab_waiting_end',
  'context_compacted',
  'deprecation_notice',
  'dynamic_tool_call_request',
  'dynamic_tool_call_response',
  'entered_review_mode',
  'error',
  'exec_command_begin',
  'exec_command_end',
  'exited_review_mode',
  'guardian_assessment',
  'image_generation_end',
  'item_completed',
  'item_started',
  'mcp_tool_call_begin',
  'mcp_tool_call_end',
  'model_reroute',
  'patch_apply_begin',
  'patch_apply_end',
  'plan_update',
  'session_configured',
  'stream_error',
  'sub_agent_activity',
  'task_complete',
  'thread_goal_updated',
  'thread_settings_applied',
  'turn_complete',
  'turn_diff',
  'undo_completed',
  'undo_started',
  'view_image_tool_call',
  'warning',
  'web_search_begin',
  'web_search_end',
]);
