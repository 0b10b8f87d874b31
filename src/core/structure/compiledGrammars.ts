import type { GrammarRules } from './grammarRules.ts';
import { rules } from './grammarRules.ts';

const go = rules({
  functions: {
    function_declaration: 'function',
    method_declaration: 'method',
    func_literal: 'function',
  },
  types: { type_declaration: 'type' },
  anonymous: ['func_literal'],
  wrappers: [
    'expression_list',
    'short_var_declaration',
    'assignment_statement',
    'var_spec',
    'var_declaration',
    'keyed_element',
    'literal_element',
  ],
});

const rust = rules({
  functions: {
    function_item: 'function',
    closure_expression: 'function',
    macro_definition: 'macro',
  },
  types: {
    struct_item: 'struct',
    enum_item: 'enum',
    union_item: 'union',
    trait_item: 'trait',
    impl_item: 'impl',
    mod_item: 'module',
  },
  anonymous: ['closure_expression'],
  wrappers: ['let_declaration'],
  attributes: ['attribute_item'],
  comments: ['line_comment', 'block_comment'],
  transparent: ['mod_item', 'declaration_list'],
});

const java = rules({
  functions: {
    method_declaration: 'method',
    constructor_declaration: 'constructor',
    compact_constructor_declaration: 'constructor',
    lambda_expression: 'function',
    static_initializer: 'initializer',
  },
  types: {
    class_declaration: 'class',
    interface_declaration: 'interface',
    enum_declaration: 'enum',
    record_declaration: 'record',
    annotation_type_declaration: 'annotation',
  },
  anonymous: ['lambda_expression'],
  wrappers: ['variable_declarator', 'local_variable_declaration', 'field_declaration'],
  attributes: ['annotation', 'marker_annotation'],
  comments: ['line_comment', 'block_comment'],
});

const c = rules({
  loose: true,
  functions: { function_definition: 'function' },
  types: { struct_specifier: 'struct', union_specifier: 'union', enum_specifier: 'enum' },
  wrappers: ['type_definition'],
  attributes: ['attribute_declaration'],
  transparent: [
    ...['preproc_if', 'preproc_ifdef', 'preproc_else', 'preproc_elif'],
    ...['linkage_specification', 'declaration_list'],
  ],
});

const cpp = rules({
  ...c,
  functions: { ...c.functions, lambda_expression: 'function' },
  types: { ...c.types, class_specifier: 'class', namespace_definition: 'namespace' },
  anonymous: ['lambda_expression'],
  wrappers: [...c.wrappers, 'template_declaration', 'init_declarator', 'declaration'],
  transparent: [...c.transparent, 'namespace_definition'],
});

const csharp = rules({
  functions: {
    method_declaration: 'method',
    constructor_declaration: 'constructor',
    destructor_declaration: 'destructor',
    local_function_statement: 'function',
    operator_declaration: 'operator',
    conversion_operator_declaration: 'operator',
    property_declaration: 'property',
    indexer_declaration: 'property',
    lambda_expression: 'function',
    anonymous_method_expression: 'function',
  },
  types: {
    class_declaration: 'class',
    struct_declaration: 'struct',
    interface_declaration: 'interface',
    enum_declaration: 'enum',
    record_declaration: 'record',
    namespace_declaration: 'namespace',
  },
  anonymous: ['lambda_expression', 'anonymous_method_expression'],
  wrappers: ['variable_declarator', 'variable_declaration', 'local_declaration_statement'],
  attributes: ['attribute_list'],
  transparent: ['namespace_declaration', 'declaration_list', 'global_statement'],
});

const kotlin = rules({
  functions: {
    function_declaration: 'function',
    secondary_constructor: 'constructor',
    anonymous_initializer: 'initializer',
    anonymous_function: 'function',
    lambda_literal: 'function',
    getter: 'property',
    setter: 'property',
  },
  types: { class_declaration: 'class', object_declaration: 'object', companion_object: 'object' },
  anonymous: ['lambda_literal', 'anonymous_function', 'getter', 'setter'],
  wrappers: ['property_declaration'],
  attributes: ['annotation'],
  comments: ['line_comment', 'multiline_comment'],
});

const scala = rules({
  functions: { function_definition: 'function', lambda_expression: 'function' },
  types: { class_definition: 'class', object_definition: 'object', trait_definition: 'trait' },
  anonymous: ['lambda_expression'],
  attributes: ['annotation'],
  comments: ['comment', 'block_comment'],
});

const dart = rules({
  functions: {
    function_signature: 'function',
    method_signature: 'method',
    constructor_signature: 'constructor',
    function_expression: 'function',
  },
  types: {
    class_definition: 'class',
    enum_declaration: 'enum',
    mixin_declaration: 'mixin',
    extension_declaration: 'extension',
  },
  anonymous: ['function_expression'],
  wrappers: ['method_signature'],
  attributes: ['annotation', 'marker_annotation'],
  comments: ['comment', 'documentation_comment'],
  bodyAfter: 'function_body',
});

const zig = rules({
  functions: { function_declaration: 'function', test_declaration: 'test' },
  types: { struct_declaration: 'struct', enum_declaration: 'enum', union_declaration: 'union' },
  wrappers: ['variable_declaration'],
});

/** Languages that are compiled. */
export const compiledGrammars: Readonly<Record<string, GrammarRules>> = {
  go,
  rust,
  java,
  c,
  cpp,
  csharp,
  kotlin,
  scala,
  dart,
  zig,
};
