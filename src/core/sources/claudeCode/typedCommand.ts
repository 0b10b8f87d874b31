import { describe } from '../../context/block.ts';
import type { ThreadState } from './threadState.ts';

/*
 * A command that a person types stands in a record of type `user` as `<command-name>/name</command-name>` with
 * `<command-message>` and `<command-args>`, in either order. What it has for the model follows in a record of its own
 * (`isMeta`), and so does what it printed, for one that the program carries out by itself (`/clear`, `/model`), as
 * `<local-command-stdout>`. Seen in files of 1.0 to 2.1; undocumented.
 */
const command = /^\s*<command-(?:name|message|args)>/;
const printed = /^\s*<local-command-std(?:out|err)>/;

/** How much of a text is looked at for the beginning. */
const beginning = 200;

/** Most characters of a name or of arguments; titles are shorter. */
const longest = 500;

/** What stands in the first tag of a name, trimmed; empty if there is none. */
function inTag(text: string, tag: string): string {
  const open = text.indexOf(`<${tag}>`);
  if (open < 0) {
    return '';
  }
  const start = open + tag.length + 2;
  const end = text.indexOf(`</${tag}>`, start);
  return text.slice(start, end < 0 ? start + longest : Math.min(end, start + longest)).trim();
}

/** `/name arguments` as a person typed it, on one line; undefined for a text that is no command. O(length). */
export function typedCommand(text: string): string | undefined {
  const name = command.test(text.slice(0, beginning)) ? inTag(text, 'command-name') : '';
  if (name === '') {
    return undefined;
  }
  return describe('', `${name.startsWith('/') ? '' : '/'}${name} ${inTag(text, 'command-args')}`);
}

/** Notes what a text that the program put in tells of commands. */
export function noteTyped(thread: ThreadState, text: string): void {
  const { typed } = thread;
  if (printed.test(text.slice(0, beginning))) {
    typed.asking = '';
    return;
  }
  const made = typedCommand(text);
  if (made !== undefined) {
    typed.first ||= made;
    typed.asking = made;
  }
}

/** The model answers: a command that was typed before any question is what the session is about. */
export function settleTyped({ typed, draft }: ThreadState): void {
  draft.facts.title ||= typed.asking;
  typed.asking = '';
}
