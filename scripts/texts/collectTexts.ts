/*
 * Finds the texts of a source file that people see: those that are looked up in the person's language, and those that
 * should be.
 */
import ts from 'typescript';

/** A text in a source file. */
export interface FoundText {
  readonly text: string;
  /** From 1. */
  readonly line: number;
}

/** Texts of a file, in the order of the file. */
export interface FileTexts {
  /** Keys of what is looked up: the English text, with `{0}` for the first value. */
  readonly marked: readonly FoundText[];
  /** What looks like a text for people and is not looked up. */
  readonly unmarked: readonly FoundText[];
}

/** Attributes whose values are read by people. */
const spoken =
  /\s(?:title|aria-label|aria-description|aria-valuetext|placeholder|alt|label)="([^"]*)$/;

/** Finds the texts of a file of TypeScript. O(size). */
export function collectTexts(name: string, source: string): FileTexts {
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true);
  const marked: FoundText[] = [];
  const unmarked: FoundText[] = [];
  const at = (node: ts.Node, text: string): FoundText => ({
    text,
    line: file.getLineAndCharacterOfPosition(node.getStart()).line + 1,
  });

  const visit = (node: ts.Node): void => {
    const key = keyOf(node);
    if (key !== undefined) {
      marked.push(at(node, key));
      valuesOf(node).forEach(visit);
      return;
    }
    if (ts.isTaggedTemplateExpression(node) && /^(?:html|svg)$/.test(node.tag.getText())) {
      unmarked.push(...shownBy(node.template).map((text) => at(node, text)));
    } else if (isOutOfSight(node)) {
      return;
    } else if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
      unmarked.push(...(looksShown(node.text) ? [at(node, node.text)] : []));
    } else if (ts.isTemplateExpression(node) && looksShown(textOf(node))) {
      unmarked.push(at(node, textOf(node)));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { marked, unmarked };
}

/** The key of a text that is looked up by `l10n.t`; undefined for another node. */
function keyOf(node: ts.Node): string | undefined {
  if (ts.isTaggedTemplateExpression(node) && isLookUp(node.tag)) {
    return textOf(node.template);
  }
  if (!ts.isCallExpression(node) || !isLookUp(node.expression)) {
    return undefined;
  }
  const [first] = node.arguments;
  return first !== undefined && ts.isStringLiteralLike(first) ? first.text : undefined;
}

function valuesOf(node: ts.Node): readonly ts.Node[] {
  if (ts.isCallExpression(node)) {
    return node.arguments.slice(1);
  }
  const { template } = node as ts.TaggedTemplateExpression;
  return ts.isTemplateExpression(template)
    ? template.templateSpans.map(({ expression }) => expression)
    : [];
}

function isLookUp(node: ts.Expression): boolean {
  return /^(?:vscode\.)?l10n\.t$/.test(node.getText());
}

/** The text of a template, with `{0}` for its first value. */
function textOf(template: ts.TemplateLiteral): string {
  return ts.isTemplateExpression(template)
    ? template.templateSpans.reduce(
        (text, span, index) => `${text}{${index}}${span.literal.text}`,
        template.head.text,
      )
    : template.text;
}

/** Words between the tags of a template, and in attributes that are read. */
function shownBy(template: ts.TemplateLiteral): readonly string[] {
  const parts = ts.isTemplateExpression(template)
    ? [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)]
    : [template.text];
  const markup = parts.join('\u0000');
  const between = markup.replaceAll(/<[^>]*>/g, '\u0000').split('\u0000');
  const attributes = [...markup.matchAll(/<[^>]*>/g)].flatMap(([tag]) =>
    [...tag.matchAll(/[^"]*"[^"]*"/g)].flatMap(
      ([part]) => spoken.exec(part.slice(0, -1))?.[1] ?? [],
    ),
  );
  return [...between, ...attributes.flatMap((value) => value.split('\u0000'))]
    .map((text) => text.trim())
    .filter((text) => /\p{L}{2}/u.test(text));
}

/** Literals that no person sees: modules, types, keys, messages of faults, names that are compared. */
function isOutOfSight(node: ts.Node): boolean {
  return (
    ts.isImportDeclaration(node) ||
    ts.isTypeNode(node) ||
    (ts.isNewExpression(node) && /Error$/.test(node.expression.getText())) ||
    (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'css')
  );
}

/** Words with a blank between them, or one with a capital; neither a class nor a selector nor a path. */
function looksShown(text: string): boolean {
  const words = text.replaceAll(/\{\d+\}/g, ' ').trim();
  if (
    /^[MmHhVvLlCcAaZz\d\s.,-]+$/.test(words) ||
    /[.#]\w+[-\w]*[\s,>[]|^\[|=["']|^(?:var|url)\(/.test(words)
  ) {
    return false;
  }
  if (/^\p{Lu}\p{Ll}{2,}$/u.test(words)) {
    return !keys.has(words);
  }
  const all = words.split(/\s+/).filter((word) => /\p{L}{2}/u.test(word));
  const looksLikeClasses = all.every((word) => /^[a-z\d]+(?:-[a-z\d]+)*-?$/.test(word));
  const isClassList = looksLikeClasses && all.some((word) => word.includes('-'));
  return all.length > 0 && /\p{L}{2,}[,.:;]? |[.:!?…]$/u.test(words) && !isClassList;
}

/** Names of keys. */
const keys = new Set([
  'Enter',
  'Escape',
  'Home',
  'End',
  'Tab',
  'Delete',
  'Backspace',
  'Control',
  'Shift',
]);
