import type { PatchQuestion } from '../../ports/patchConsent.ts';
import { grouped } from './contextReport.ts';

/** Blocks that are named in a question, and the most characters of a text of the agent in it. */
const [namedBlocks, longestText] = [3, 120];

/** The question about a patch in a few sentences for a message of the editor, which shows no line ends. */
export function patchQuestionText(question: PatchQuestion): string {
  const { kind, reason, blocks } = question;
  const named = blocks.slice(0, namedBlocks).map(({ id, description, tokens }) => {
    const about = description === '' ? '' : `"${plainLine(description)}", `;
    return `${id} (${about}${grouped(tokens)} tokens)`;
  });
  const more = blocks.length - named.length;
  const rest = more > 0 ? ` and ${grouped(more)} more` : '';
  return [
    `The agent wants to change its context (${plainLine(kind)}): "${plainLine(reason)}".`,
    freedText(question),
    costText(question),
    named.length > 0 ? `Blocks: ${named.join(', ')}${rest}.` : '',
    'Without an answer in two minutes nothing is changed.',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

function freedText({ freed, share }: PatchQuestion): string {
  return freed >= 0
    ? `It frees about ${grouped(freed)} tokens (${String(Math.round(share * 100))} % of what is in view).`
    : `It puts about ${grouped(-freed)} tokens more into view.`;
}

function costText({ invalidated, breakEven }: PatchQuestion): string {
  if (invalidated === 0) {
    return 'It costs nothing of the prompt cache.';
  }
  const paid =
    breakEven === undefined
      ? ''
      : `, which is made up for after ${grouped(breakEven)} ${breakEven === 1 ? 'request' : 'requests'}`;
  return `The next request pays about ${grouped(invalidated)} tokens of the prompt cache anew${paid}.`;
}

/** Words come from the agent: nothing in them may look like another line of the question, or a link in it. */
function plainLine(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').replaceAll(/[[\]()"]/g, "'");
  return line.length > longestText ? `${line.slice(0, longestText).toWellFormed()}…` : line;
}
