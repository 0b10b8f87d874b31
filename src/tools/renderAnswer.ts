import type { Failure } from '../ports/result.ts';
import type { AnswerFields } from './defineTool.ts';
import type { ToolAnswer } from './toolService.ts';

/** An answer in both forms: fields as they are, and a text that says the same. */
export function successAnswer(fields: AnswerFields): ToolAnswer {
  const structured = { status: 'ok', ...fields };
  return { isError: false, text: renderFields(structured), structured };
}

/** An answer that clients are to show as it is. */
export function plainAnswer(text: string, fields: AnswerFields): ToolAnswer {
  return { isError: false, text, structured: { status: 'ok', ...fields }, plain: true };
}

/** A failure in both forms; the first line of the text says what happened, the second what to do next. */
export function failureAnswer(failure: Failure, fields: AnswerFields): ToolAnswer {
  const { code, message, advice, details } = failure;
  // The chip comes before the present lines: a client that cuts an answer cuts its end.
  const rest = { ...fields, ...details };
  const structured = { status: 'error', code, message, advice, ...rest };
  const tail = renderFields(rest);
  const text = `Error (${code}): ${message}\nNext: ${advice}${tail === '' ? '' : `\n${tail}`}`;
  return { isError: true, text, structured };
}

/** Short values first, one a line; texts of several lines and lists after them. */
function renderFields(fields: AnswerFields): string {
  const short: string[] = [];
  const long: string[] = [];
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) {
      continue;
    }
    if (
      typeof value === 'string' &&
      (value.includes('\n') || name === 'content' || name === 'diff')
    ) {
      long.push(`${name}:\n${value}`);
    } else if (Array.isArray(value) && value.length > 0) {
      long.push(`${name}:\n${value.map((item) => `- ${plain(item)}`).join('\n')}`);
    } else {
      short.push(`${name}: ${plain(value)}`);
    }
  }
  return [...short, ...long].join('\n');
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
