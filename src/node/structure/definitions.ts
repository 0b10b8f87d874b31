import type { Node } from '@vscode/tree-sitter-wasm';
import type { DefinitionAt, DefinitionRange, NamedDefinition } from '../../ports/structure.ts';
import { nameOf, nameParts, receiverOf } from './definitionNames.ts';
import type { SyntaxText } from './syntaxText.ts';

/** A definition with its nodes. */
interface Found extends DefinitionRange {
  /** What is captured, and the outermost node that belongs to it. */
  readonly inner: Node;
  readonly outer: Node;
  readonly isFunction: boolean;
}

/** Rows below that are looked at, so that a definition is found whose own node begins after `const x =`. */
const lookAhead = 2;

/** The innermost function that holds the line; else the innermost type, else the statement or the namespace. */
export function definitionAt(source: SyntaxText, line: number): DefinitionAt {
  const row = line - 1;
  const found = source
    .find(source.grammar.definitions, row, codeRow(source, row) + lookAhead)
    .flatMap((node) => describe(source, node) ?? [])
    .filter((one) => one.docStart <= line && line <= one.end);
  const { transparent } = source.grammar.rules;
  const types = found.filter((one) => !one.isFunction);
  const chosen =
    innermost(found.filter((one) => one.isFunction)) ??
    innermost(types.filter((one) => !transparent.includes(one.inner.type)));
  if (chosen !== undefined) {
    return { found: plain(chosen), doubtful: false };
  }
  const frame = innermost(types);
  const statement = statementAt(source, row);
  const same = statement?.start === frame?.start && statement?.end === frame?.end;
  const around = same ? frame : (statement ?? frame);
  return { found: around && plain(around), doubtful: source.root.hasError };
}

/** Functions and types that the name, or path of names, stands for, in the order of the text. */
export function definitionsNamed(source: SyntaxText, name: string): NamedDefinition[] {
  const wanted = nameParts(name);
  const last = wanted.at(-1);
  if (last === undefined) {
    return [];
  }
  const seen = new Set<string>();
  return source.find(source.grammar.definitions).flatMap((node) => {
    // Most nodes are ruled out by their text alone.
    const near = source.text.slice(Math.max(0, node.startIndex - 300), node.startIndex + 1500);
    const found = near.includes(last) ? describe(source, node) : undefined;
    const place = `${found?.start} ${found?.end} ${found?.name}`;
    if (found?.name === undefined || seen.has(place)) {
      return [];
    }
    const path = pathOf(source, found);
    const parts = path.flatMap(nameParts).slice(-wanted.length);
    const fits = found.name === name || parts.join('\n') === wanted.join('\n');
    if (!fits) {
      return [];
    }
    seen.add(place);
    return [{ ...plain(found), path }];
  });
}

function innermost(found: readonly Found[]): Found | undefined {
  return found.reduce<Found | undefined>(
    (best, one) => (best === undefined || size(one) < size(best) ? one : best),
    undefined,
  );
}

function size({ start, end }: DefinitionRange): number {
  return end - start;
}

function plain({ start, end, docStart, kind, name }: DefinitionRange): DefinitionRange {
  return { start, end, docStart, kind, name };
}

/** What a captured node defines; undefined if it does not count as a definition. */
function describe(source: SyntaxText, captured: Node): Found | undefined {
  const { rules } = source.grammar;
  const inner = captured.type === rules.bodyAfter ? captured.previousNamedSibling : captured;
  const known =
    inner === null ? undefined : (rules.functions[inner.type] ?? rules.types[inner.type]);
  if (inner === null || known === undefined) {
    return undefined;
  }
  // `struct s x;` only names a type.
  if (inner.type.endsWith('_specifier') && inner.childForFieldName('body') === null) {
    return undefined;
  }
  const isFunction = inner.type in rules.functions;
  const { outer, name } = withWrappers(source, inner);
  const body = rules.bodyAfter === undefined ? null : outer.nextNamedSibling;
  if (rules.bodyAfter !== undefined && isFunction && inner.type.endsWith('_signature')) {
    if (body?.type !== rules.bodyAfter) {
      return undefined;
    }
  }
  const startRow = codeStart(source, outer);
  const endRow = source.lastRow(body?.type === rules.bodyAfter && body !== null ? body : outer);
  if (rules.anonymous.includes(inner.type) && name === undefined && startRow === endRow) {
    return undefined;
  }
  const docRow = docStart(source, outer);
  return {
    start: startRow + 1,
    end: endRow + 1,
    docStart: Math.min(docRow, startRow) + 1,
    kind: known === 'function' && name !== undefined && isInType(source, outer) ? 'method' : known,
    name,
    inner,
    outer,
    isFunction,
  };
}

/** Climbs through `export`, `const x =` and the like. The name is the first one met on the way. */
function withWrappers(source: SyntaxText, inner: Node): { outer: Node; name: string | undefined } {
  const { wrappers, anonymous } = source.grammar.rules;
  let outer = inner;
  let name = anonymous.includes(inner.type)
    ? (inner.childForFieldName('name')?.text ?? undefined)
    : nameOf(inner);
  for (let parent = outer.parent; parent !== null; parent = outer.parent) {
    // Asked first: a file may have very many children, which are costly to list.
    if (!wrappers.includes(parent.type)) {
      break;
    }
    const alike = parent.namedChildren.filter((child) => child?.type === outer.type);
    const last = parent.namedChildren.at(-1);
    // One of several in `const a = 1, b = …` does not stand for the whole.
    const single = alike.length === 1 || !/declarator$|_spec$/.test(outer.type);
    const only = single && last?.id === outer.id;
    if (!only && parent.type !== 'type_definition') {
      break;
    }
    name ??= nameOf(parent);
    outer = parent;
  }
  return { outer, name };
}

/** The row of a definition's first token that is no decorator or attribute. */
function codeStart(source: SyntaxText, node: Node): number {
  const { attributes, comments } = source.grammar.rules;
  for (const child of node.children) {
    if (child === null || attributes.includes(child.type) || comments.includes(child.type)) {
      continue;
    }
    const onlyAttributes =
      child.childCount > 0 &&
      child.children.every((one) => one !== null && attributes.includes(one.type));
    if (!onlyAttributes) {
      return child.startIndex === node.startIndex || child.childCount > 0
        ? codeStart(source, child)
        : child.startPosition.row;
    }
  }
  return node.startPosition.row;
}

/** The first row of the comments and attributes right above a definition; its own first row if there are none. */
function docStart(source: SyntaxText, node: Node): number {
  let row = node.startPosition.row;
  while (row > 0) {
    const remark = source.remarkAt(row - 1);
    const start = remark?.startPosition;
    const isAbove =
      remark !== undefined &&
      source.lastRow(remark) === row - 1 &&
      start !== undefined &&
      source.row(start.row).slice(0, start.column).trim() === '' &&
      !remark.text.startsWith('#!/');
    if (!isAbove) {
      break;
    }
    row = start.row;
  }
  return row;
}

/** The first row from here on that is no comment and no attribute. */
function codeRow(source: SyntaxText, from: number): number {
  let row = from;
  for (let remark = source.remarkAt(row); remark !== undefined; remark = source.remarkAt(row)) {
    row = Math.max(row, source.lastRow(remark)) + 1;
  }
  return row;
}

function isInType(source: SyntaxText, node: Node): boolean {
  const { functions, types, transparent } = source.grammar.rules;
  for (let parent = node.parent; parent !== null; parent = parent.parent) {
    if (parent.type in functions) {
      return false;
    }
    if (parent.type in types) {
      return !transparent.includes(parent.type);
    }
  }
  return false;
}

function pathOf(source: SyntaxText, { inner, outer, name }: Found): string[] {
  const { functions, types } = source.grammar.rules;
  const path = [receiverOf(inner), name];
  for (let parent = outer.parent; parent !== null; parent = parent.parent) {
    if (parent.type in functions || parent.type in types) {
      path.unshift(withWrappers(source, parent).name);
    }
  }
  return path.filter((part) => part !== undefined);
}

/** The statement of the file, or of a namespace, that holds the row or that the comment in it is for. */
function statementAt(source: SyntaxText, from: number): Found | undefined {
  const row = codeRow(source, from);
  const column = Math.max(0, source.row(row).search(/\S/));
  let node: Node | null = source.root.descendantForPosition({ row, column });
  while (node !== null && !isStatement(source, node)) {
    node = node.parent;
  }
  if (node === null) {
    return undefined;
  }
  return {
    start: node.startPosition.row + 1,
    end: source.lastRow(node) + 1,
    docStart: docStart(source, node) + 1,
    kind: 'statement',
    name: nameOf(node.namedChildCount === 1 ? (node.namedChildren[0] ?? node) : node),
    inner: node,
    outer: node,
    isFunction: false,
  };
}

/** Whether a node stands right in the file or in a namespace, and is no part of the namespace's own head. */
function isStatement(source: SyntaxText, node: Node): boolean {
  const { transparent, types } = source.grammar.rules;
  const { parent } = node;
  if (parent === null || !node.isNamed || node.isError || transparent.includes(node.type)) {
    return false;
  }
  const framed = parent.parent === null || transparent.includes(parent.type);
  return framed && !(parent.type in types && node.startIndex === parent.startIndex);
}
