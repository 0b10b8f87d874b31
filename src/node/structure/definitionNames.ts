import type { Node } from '@vscode/tree-sitter-wasm';

const longestName = 120;

const nameFields = ['name', 'declarator', 'left', 'key', 'pattern', 'property', 'type', 'class'];

const nameTypes =
  /^(?:\w*identifier|name|constant|word|variable|variable_name|variable_list|selectors|class_name)$/;

/** The name a node gives to what it defines; undefined if it gives none. */
export function nameOf(node: Node): string | undefined {
  for (const field of nameFields) {
    const child = node.childForFieldName(field);
    if (child !== null) {
      return field === 'declarator' ? declaredName(child) : shortText(child);
    }
  }
  const only = node.namedChildCount === 1 ? node.namedChildren[0] : undefined;
  const inner = only?.childForFieldName('name');
  if (inner) {
    return shortText(inner);
  }
  const first = node.namedChildren.find((child) => child !== null && nameTypes.test(child.type));
  return first === undefined || first === null ? signatureName(node) : shortText(first);
}

/** A declarator of C wraps the name in pointers, parameters and parentheses. */
function declaredName(declarator: Node): string | undefined {
  let node = declarator;
  for (let depth = 0; depth < 20; depth++) {
    const inner =
      node.childForFieldName('declarator') ??
      (node.type.endsWith('declarator') ? node.namedChildren.find(isDeclarator) : undefined);
    if (inner === null || inner === undefined) {
      return shortText(node.childForFieldName('name') ?? node);
    }
    node = inner;
  }
  return undefined;
}

function isDeclarator(node: Node | null): boolean {
  return node !== null && /declarator$|identifier$|_name$/.test(node.type);
}

/** Dart puts the name into a signature of its own. */
function signatureName(node: Node): string | undefined {
  const signature = node.namedChildren.find((child) => child?.type.endsWith('_signature') === true);
  return signature === undefined || signature === null ? undefined : nameOf(signature);
}

function shortText(node: Node): string | undefined {
  const text = node.text.replace(/\s+/g, ' ').trim();
  const plain = /^(["']).*\1$/.test(text) ? text.slice(1, -1) : text;
  return plain === '' || plain.length > longestName ? undefined : plain;
}

/** The type that a method of Go is for. */
export function receiverOf(node: Node): string | undefined {
  const receiver = node.childForFieldName('receiver');
  return receiver === null ? undefined : /(\w+)\s*(?:\[[^\]]*\])?\s*\)$/.exec(receiver.text)?.[1];
}

/** A name or a path of names, in parts. */
export function nameParts(name: string): string[] {
  return name.split(/\.|::|#|:/).filter((part) => part !== '');
}
