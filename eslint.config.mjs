import eslint from '@eslint/js';
import prettier from 'eslint-config-prettier';
import tseslint from 'typescript-eslint';

/** What each folder must not import; `test/unit/architecture.test.ts` holds the whole table. */
const zones = [
  ['src/ports', ['vscode', 'node:*', '@modelcontextprotocol/*', '../!(ports)/**']],
  ['src/core', ['vscode', 'node:*', '@modelcontextprotocol/*']],
  ['src/tools', ['vscode', 'node:*', '@modelcontextprotocol/*']],
  ['src/panel', ['vscode', 'node:*', '@modelcontextprotocol/*']],
  ['src/manifest', ['vscode', 'node:*', '@modelcontextprotocol/*']],
  ['src/mcp', ['vscode']],
  ['src/node', ['vscode', '@modelcontextprotocol/*']],
  ['src/host', ['@modelcontextprotocol/*']],
];

export default tseslint.config(
  { ignores: ['dist', 'out', 'node_modules', 'test/fixtures', '.vscode-test'] },
  eslint.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [...tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: {
        project: ['./tsconfig.json', './webview/tsconfig.json', './test/ui/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/prefer-readonly': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // `return answer(response)` reads well where the answer ends the function.
      '@typescript-eslint/no-confusing-void-expression': 'off',
      // Lines are compared by code points on purpose.
      '@typescript-eslint/no-misused-spread': 'off',
      // An event without a value is `Event<void>`.
      '@typescript-eslint/no-invalid-void-type': ['error', { allowInGenericTypeArguments: true }],
      eqeqeq: 'error',
      curly: 'error',
      'no-console': 'error',
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      'max-depth': ['error', 4],
      'max-params': ['error', 5],
      complexity: ['error', 25],
    },
  },
  ...zones.map(([folder, group]) => ({
    files: [`${folder}/**/*.ts`],
    rules: { 'no-restricted-imports': ['error', { patterns: [{ group }] }] },
  })),
  {
    files: ['src/mcp/**/*.ts', 'test/unit/mcp/**/*.ts'],
    // The SDK's low-level server is meant: the tools bring their own schemas and checks.
    rules: { '@typescript-eslint/no-deprecated': 'off' },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      // A suite is one function around its tests.
      'max-lines-per-function': 'off',
      // Methods of fixtures are closures; they are taken apart on purpose.
      '@typescript-eslint/unbound-method': 'off',
      // What comes over the wire need not be what its type says.
      '@typescript-eslint/no-unnecessary-condition': 'off',
      'no-restricted-syntax': [
        'error',
        {
          selector: "MemberExpression[property.name='only'][object.name=/^(it|describe)$/]",
          message: 'A test left alone hides the others.',
        },
      ],
    },
  },
  {
    // What these print is their result.
    files: ['test/vscode/*.ts', 'test/ui/bench.ts', 'scripts/**/*.ts'],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['**/*.mjs', '**/*.cjs'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        module: 'writable',
        require: 'readonly',
        exports: 'writable',
        setTimeout: 'readonly',
        setInterval: 'readonly',
        clearInterval: 'readonly',
        performance: 'readonly',
        Buffer: 'readonly',
        clearTimeout: 'readonly',
        fetch: 'readonly',
      },
    },
  },
  prettier,
  // Prettier's list switches this off, though it has no say in it.
  { rules: { curly: ['error', 'all'] } },
);
