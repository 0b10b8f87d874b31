import type { GrammarRules } from './grammarRules.ts';
import { rules } from './grammarRules.ts';

const javascript = rules({
  functions: {
    function_declaration: 'function',
    generator_function_declaration: 'function',
    function_expression: 'function',
    generator_function: 'function',
    arrow_function: 'function',
    method_definition: 'method',
    class_static_block: 'initializer',
  },
  types: { class_declaration: 'class', class: 'class' },
  anonymous: ['arrow_function', 'function_expression', 'generator_function', 'class'],
  wrappers: [
    'export_statement',
    'variable_declarator',
    'lexical_declaration',
    'variable_declaration',
    'pair',
    'field_definition',
    'assignment_expression',
    'expression_statement',
  ],
  attributes: ['decorator'],
  jsx: true,
});

const typescript = rules({
  ...javascript,
  types: {
    ...javascript.types,
    abstract_class_declaration: 'class',
    interface_declaration: 'interface',
    enum_declaration: 'enum',
    type_alias_declaration: 'type',
    internal_module: 'namespace',
    module: 'namespace',
  },
  wrappers: [...javascript.wrappers, 'public_field_definition', 'ambient_declaration'],
  transparent: ['internal_module', 'module', 'statement_block', 'ambient_declaration'],
  jsx: false,
});

const python = rules({
  functions: { function_definition: 'function' },
  types: { class_definition: 'class' },
  wrappers: ['decorated_definition'],
  attributes: ['decorator'],
});

const ruby = rules({
  functions: {
    method: 'method',
    singleton_method: 'method',
    block: 'block',
    do_block: 'block',
    lambda: 'function',
  },
  types: { class: 'class', module: 'module', singleton_class: 'class' },
  anonymous: ['block', 'do_block', 'lambda'],
  transparent: ['module', 'body_statement'],
});

const php = rules({
  functions: {
    function_definition: 'function',
    method_declaration: 'method',
    anonymous_function: 'function',
    anonymous_function_creation_expression: 'function',
    arrow_function: 'function',
  },
  types: {
    class_declaration: 'class',
    interface_declaration: 'interface',
    trait_declaration: 'trait',
    enum_declaration: 'enum',
    anonymous_class: 'class',
    namespace_definition: 'namespace',
  },
  anonymous: [
    'anonymous_function',
    'anonymous_function_creation_expression',
    'arrow_function',
    'anonymous_class',
  ],
  wrappers: ['assignment_expression', 'expression_statement'],
  attributes: ['attribute_list'],
  transparent: ['namespace_definition', 'compound_statement'],
});

const bash = rules({ functions: { function_definition: 'function' }, loose: true });

const lua = rules({
  functions: {
    function_definition_statement: 'function',
    local_function_definition_statement: 'function',
    function_definition: 'function',
  },
  anonymous: ['function_definition'],
  wrappers: ['expression_list', 'local_variable_declaration', 'variable_assignment'],
});

const css = rules({
  functions: { rule_set: 'rule', keyframes_statement: 'rule' },
  types: { media_statement: 'rule', supports_statement: 'rule', at_rule: 'rule' },
  comments: ['comment', 'js_comment'],
});

const json = rules({ functions: {}, transparent: ['object'] });

/** Scripts, styles and data. */
export const scriptGrammars: Readonly<Record<string, GrammarRules>> = {
  javascript,
  typescript,
  tsx: { ...typescript, jsx: true },
  python,
  ruby,
  php,
  bash,
  lua,
  css,
  json,
};
