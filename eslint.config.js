import js from '@eslint/js';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['dist', 'node_modules', 'coverage'] },
  js.configs.recommended,
  {
    rules: {
      // `...{ a, b }` only says `a, b` on fewer lines.
      'no-restricted-syntax': [
        'error',
        ...['SpreadElement > ObjectExpression', 'SpreadElement > ArrayExpression'].map((selector) => ({
          selector,
          message: 'Write the members themselves, without a spread around them.',
        })),
      ],
    },
  },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    // One program for Node and one for the page; the project service is made for editors.
    languageOptions: {
      parserOptions: {
        project: ['tsconfig.json', 'src/page/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/no-unsafe-enum-assignment': 'off', // there are no enums: `erasableSyntaxOnly` refuses them
      '@typescript-eslint/no-non-null-assertion': 'off', // noUncheckedIndexedAccess: the assertion says the index is in range
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
    },
  },
  {
    files: ['**/*.{js,mjs,cjs}'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        Buffer: 'readonly',
        URL: 'readonly',
        fetch: 'readonly',
        performance: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
      },
    },
  },
  {
    files: ['**/jest/**'],
    languageOptions: {
      globals: Object.fromEntries(
        ['test', 'describe', 'expect', 'beforeAll', 'afterAll', 'afterEach', 'Request'].map((name) => [
          name,
          'readonly',
        ]),
      ),
    },
  },
  {
    files: ['examples/browser/*.mjs'],
    languageOptions: { globals: { document: 'readonly', window: 'readonly' } },
  },
);
