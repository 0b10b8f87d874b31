/**
 * The language in which a prompt tells a scripted model what to do, one step a line:
 *
 *     call be-read {"file":"a.txt"}
 *     call be-replace {"file":"a.txt:2","content":"TWO","viewed_code_id":"{{viewed_code_id}}"}
 *     say finished
 *
 * A tool is meant by the end of its name, since each client puts something of its own in front. `{{field}}` stands for
 * the newest value of that field in the tool results so far, `{{2.field}}` for the one in the second result.
 */
import type { ModelMove, OfferedTool, Turn } from './conversation.ts';

interface Step {
  readonly tool: string;
  readonly json: string;
}

interface Script {
  readonly steps: readonly Step[];
  readonly lastWords: string;
}

/** A script under way: what it is, and what its calls have brought so far. */
export interface Progress {
  readonly script: Script | undefined;
  /** The text of each tool result since the prompt, in the order of the calls. */
  readonly results: readonly string[];
}

/** Finds the newest prompt that is a script, and the tool results after it. */
export function progressOf(turns: readonly Turn[]): Progress {
  const at = turns.findLastIndex((turn) => 'user' in turn && parse(turn.user) !== undefined);
  const turn = turns[at];
  return {
    script: turn !== undefined && 'user' in turn ? parse(turn.user) : undefined,
    results: turns.slice(at + 1).flatMap((later) => ('result' in later ? [later.result] : [])),
  };
}

/** What the model does next: one step for each result, then its last words. */
export function nextMove({ script, results }: Progress, tools: readonly OfferedTool[]): ModelMove {
  const step = script?.steps[results.length];
  if (step === undefined) {
    return { kind: 'say', text: script?.lastWords ?? 'There is no script in the prompt.' };
  }
  const tool = tools.find(({ name }) => endsWith(name, step.tool));
  if (tool === undefined) {
    return { kind: 'say', text: `No tool "${step.tool}" is offered.` };
  }
  return { kind: 'call', tool, json: fill(step.json, results) };
}

function parse(prompt: string): Script | undefined {
  const steps = [...prompt.matchAll(/^[ \t]*call (\S+) (\{.*\})[ \t]*$/gm)].map(
    ([, tool = '', json = '']) => ({ tool, json }),
  );
  const lastWords = /^[ \t]*say (.+)$/m.exec(prompt)?.[1];
  return lastWords === undefined ? undefined : { steps, lastWords };
}

/** Clients turn dashes into underscores. */
function endsWith(name: string, wanted: string): boolean {
  return `_${name}`.replaceAll('-', '_').endsWith(`_${wanted.replaceAll('-', '_')}`);
}

function fill(json: string, results: readonly string[]): string {
  return json.replaceAll(
    /\{\{(?:(\d+)\.)?(\w+)\}\}/g,
    (_, number: string | undefined, field: string) => {
      const places =
        number === undefined ? results : results.slice(Number(number) - 1, Number(number));
      const value = places
        .map((text) => valueOf(field, text))
        .findLast((found) => found !== undefined);
      return value ?? `no ${field} was received`;
    },
  );
}

/** The last value of a field, in JSON (also JSON inside a JSON string) or in lines of `field: value`. */
function valueOf(field: string, text: string): string | undefined {
  const pattern = new RegExp(`(?<!\\w)${field}\\\\*"?:\\s*\\\\*"?([^\\s"\\\\,}\\]]+)`, 'g');
  return [...text.matchAll(pattern)].at(-1)?.[1];
}
