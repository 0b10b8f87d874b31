import type { Node } from '@vscode/tree-sitter-wasm';
import type { StructureProblem } from '../../ports/structure.ts';
import type { SyntaxText } from './syntaxText.ts';
import { tagProblems } from './syntaxTags.ts';

/** Most problems that are collected of one text. */
const most = 1000;

const closers: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

interface Open {
  readonly char: string;
  readonly node: Node;
}

/** What is found on the way through the parts of a tree that have errors. */
interface Findings {
  readonly open: Open[];
  readonly unpaired: StructureProblem[];
  readonly notUnderstood: StructureProblem[];
}

/** Brackets, quotes and tags that do not pair up, and what the parser does not understand. */
export function problems(source: SyntaxText): StructureProblem[] {
  const findings: Findings = { open: [], unpaired: tagProblems(source), notUnderstood: [] };
  if (source.root.hasError) {
    visit(source.root, findings);
  }
  for (const { char, node } of findings.open) {
    findings.unpaired.push(problem(node, `"${char}" is never closed.`, true));
  }
  const inOrder = (found: readonly StructureProblem[]): StructureProblem[] =>
    found
      .toSorted((one, other) => one.line - other.line || one.column - other.column)
      .slice(0, most);
  return [...inOrder(findings.unpaired), ...inOrder(findings.notUnderstood)];
}

function visit(node: Node, findings: Findings): void {
  if (node.isMissing) {
    missing(node, findings);
    return;
  }
  if (node.isError) {
    findings.notUnderstood.push(
      problem(node, `The parser does not understand ${excerpt(node)}.`, false),
    );
  }
  if (node.childCount === 0) {
    leaf(node, findings);
    return;
  }
  // A part without errors pairs up in itself.
  if (node.hasError || node.isError) {
    for (const child of node.children) {
      if (child !== null) {
        visit(child, findings);
      }
    }
  }
}

function missing(node: Node, findings: Findings): void {
  const { type } = node;
  const unpaired = /^(?:["'`]+|end|fi|done|esac|<\/|\/>)$/.test(type);
  // A missing bracket is told by the one that stays open.
  if (!/^[)\]}]+$/.test(type)) {
    const what = node.isNamed
      ? `Something is missing here (${type}).`
      : `"${type}" is missing here.`;
    findings[unpaired ? 'unpaired' : 'notUnderstood'].push(problem(node, what, unpaired));
  }
}

function leaf(node: Node, findings: Findings): void {
  const { type, parent } = node;
  if (node.isNamed || type.length > 3) {
    return;
  }
  if (/^["'`]+$/.test(type) && parent?.isError === true) {
    findings.unpaired.push(problem(node, `A text that begins with ${type} is never closed.`, true));
    return;
  }
  // A pattern of `case` in a shell ends with a bracket that nothing opens.
  if (/[[\](){}]/.test(type) && parent?.type !== 'case_item') {
    for (const char of type) {
      bracket(char, node, findings);
    }
  }
}

function bracket(char: string, node: Node, { open, unpaired }: Findings): void {
  if (char in closers) {
    open.push({ char, node });
    return;
  }
  if (!')]}'.includes(char)) {
    return;
  }
  const match = open.findLastIndex((one) => closers[one.char] === char);
  if (match < 0) {
    unpaired.push(problem(node, `"${char}" closes nothing.`, true));
    return;
  }
  for (const skipped of open.splice(match).slice(1)) {
    const line = node.startPosition.row + 1;
    unpaired.push(
      problem(
        skipped.node,
        `"${skipped.char}" is not closed before the "${char}" of line ${line}.`,
        true,
      ),
    );
  }
}

function problem(node: Node, message: string, unpaired: boolean): StructureProblem {
  const { row, column } = node.startPosition;
  return { line: row + 1, column: column + 1, message, unpaired };
}

function excerpt(node: Node): string {
  const line = node.text.slice(0, 200).trim().split('\n')[0] ?? '';
  return JSON.stringify(line.length > 60 ? `${line.slice(0, 60).toWellFormed()}…` : line);
}
