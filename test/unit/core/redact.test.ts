import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { redactSecrets, redactTexts } from '../../../src/core/redact.ts';

/** A text that no one could guess, the same in every run. */
const chance = (seed: string, length: number, form: 'base64' | 'hex' = 'base64'): string =>
  createHash('sha512').update(seed).digest(form).replace(/[+/=]/g, 'x').slice(0, length);

// Put together here, so that nobody who looks for secrets in sources finds one.
const key = (prefix: string, length: number): string => prefix + chance(prefix, length);
const jwt = ['eyJhbGciOiJIUzI1NiJ9', 'eyJzdWIiOiIxMjM0In0', chance('jwt', 43)].join('.');
const pem = (kind: string): string =>
  `-----BEGIN ${kind}-----\n${chance(kind, 64)}\n-----END ${kind}-----`;

const secrets: Record<string, readonly [text: string, secret: string]> = {
  'a bearer token': [`Authorization: Bearer ${key('b', 20)}`, key('b', 20)],
  'a bearer token alone': [`curl -H 'Bearer ${key('9', 20)}'`, key('9', 20)],
  'basic credentials': ['authorization: Basic dXNlcjpwYXNz', 'dXNlcjpwYXNz'],
  'a header in JSON': ['{"authorization":"token abcdefgh"}', 'abcdefgh'],
  'a cookie': ['Cookie: session=abcdef', 'abcdef'],
  'an OpenAI key': [key('sk-proj-1', 40), chance('sk-proj-1', 40)],
  'a payment key': [key('sk_live_1', 24), chance('sk_live_1', 24)],
  'a GitHub token': [key('ghp_', 36), chance('ghp_', 36)],
  'a fine-grained GitHub token': [key('github_pat_', 60), chance('github_pat_', 60)],
  'a Slack token': [key('xoxb-', 30), chance('xoxb-', 30)],
  'an AWS key': ['AKIA' + 'ABCDEFGHIJKLMNOP', 'ABCDEFGHIJKLMNOP'],
  'a Google key': [key('AIza', 35), chance('AIza', 35)],
  'an npm token': [key('npm_', 36), chance('npm_', 36)],
  'a web token': [`id ${jwt} end`, jwt],
  'a private key': [`key:\n${pem('RSA PRIVATE KEY')}\nrest`, chance('RSA PRIVATE KEY', 64)],
  'a private key that is cut': [pem('PRIVATE KEY').slice(0, 60), chance('PRIVATE KEY', 30)],
  'a password of a shell': ['export DB_PASSWORD=hunter', 'hunter'],
  'a password of YAML': ['  password: correcthorse', 'correcthorse'],
  'a password in JSON': ['{"password": "correct horse"}', 'correct horse'],
  'a password in JSON in JSON': ['"{\\"password\\": \\"a b c\\", \\"n\\": 1}"', 'a b c'],
  'a key in JSON': ['{"apiKey": "abc"}', 'abc"'],
  'a key in TOML': ["api_key = 'some words'", 'some words'],
  'a token of YAML': ['token: abcd1234', 'abcd1234'],
  'a token in a query': ['https://a.b/c?access_token=abcd1234&x=1', 'abcd1234'],
  'a flag': ['login --password hunter --verbose', 'hunter'],
  'a flag with a token': ['login --auth-token=hunter', 'hunter'],
  'a URL with a password': ['postgres://me:p4ss@db.example/x', 'p4ss'],
  'long hexadecimal': [`key ${chance('h', 64, 'hex')}.`, chance('h', 64, 'hex')],
  'long base64': [`"${chance('base', 44)}"`, chance('base', 44)],
};

describe('redactSecrets', () => {
  for (const [name, [text, secret]] of Object.entries(secrets)) {
    it(`takes out ${name}`, () => {
      const redacted = redactSecrets(text);

      assert.ok(!redacted.includes(secret), redacted);
      assert.ok(redacted.includes('‹secret›'), redacted);
      assert.equal(redactSecrets(redacted), redacted);
    });
  }

  it('keeps what stands around a secret', () => {
    assert.equal(
      redactSecrets('postgres://me:p4ss@db.example/x and "{\\"password\\": \\"a\\", \\"n\\": 1}"'),
      'postgres://‹secret›@db.example/x and "{\\"password\\": \\"‹secret›\\", \\"n\\": 1}"',
    );
  });

  for (const text of [
    'const token = nextToken(parser);',
    'readonly password: string;',
    'password: undefined, secret?: boolean',
    'const password = await readPassword();',
    'max_tokens: 4096, tokens = 12',
    'the bearer authentication scheme',
    'basic functionality of the task-management-software-for-teams',
    'https://example.com:8080/a/b?c=d@e',
    'file:///srv/project/src/components/VeryLongComponentName/anotherFolder2/index.test.ts:12',
    'import { aVeryLongFunctionNameThatGoesOnAndOn2 } from "./a";',
    '00000000000000000000000000000000',
    '123e4567-e89b-12d3-a456-426614174000',
    '----------------------------------------------------',
    'error TS2345: Argument of type string is not assignable',
  ]) {
    it(`leaves alone: ${text}`, () => {
      assert.equal(redactSecrets(text), text);
    });
  }

  it('writes ~ for the home folder in every spelling, and for no other folder', () => {
    const home = '/home/me';
    const windows = 'C:\\Users\\Jo Doe';

    assert.equal(
      redactSecrets('/home/me/a.ts file:///home/me/b.ts "/home/me"', home),
      '~/a.ts file://~/b.ts "~"',
    );
    assert.equal(redactSecrets('/home/me2/a /srv/home/me/b', home), '/home/me2/a /srv/home/me/b');
    assert.equal(
      redactSecrets(
        'c:\\Users\\jo doe\\a "C:\\\\Users\\\\Jo Doe\\\\b" file:///C:/Users/Jo%20Doe/c',
        windows,
      ),
      '~\\a "~\\\\b" file:///~/c',
    );
  });

  it('lets ordinary words of code through, however they follow one another', () => {
    const word = fc.constantFrom(
      ...'const let function return import from export class value index item list name path file line getUserName parse_arguments readFileSync HTTP_STATUS i18n utf8 x1 42 3.14 => === && () {} [] ; , . "text"'.split(
        ' ',
      ),
    );

    fc.assert(
      fc.property(fc.array(word), fc.constantFrom(' ', '\n', '\t'), (words, blank) => {
        const text = words.join(blank);

        assert.equal(redactSecrets(text, '/home/me'), text);
      }),
    );
  });

  it('takes out random keys wherever they stand', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 48, maxLength: 64, size: 'max' }),
        fc.constantFrom('', 'x = "', '\n', '{"k":"'),
        (bytes, before) => {
          fc.pre(new Set(bytes).size > 40);
          const secret = Buffer.from(bytes).toString('base64');

          assert.ok(!redactSecrets(`${before}${secret}"`).includes(secret));
        },
      ),
    );
  });

  it('costs one pass over a long text', () => {
    for (const text of [
      'a.',
      'a+b://',
      'password',
      '-----BEGIN PRIVATE KEY-----',
      '"password":"\\',
      'x/',
    ]) {
      redactSecrets(text.repeat(200_000));
    }
  });
});

describe('redactTexts', () => {
  it('replaces long texts and texts of several lines, and keeps the rest', () => {
    const value = { file: 'a.ts:1', content: 'a\nb\n', n: 1, list: ['x'.repeat(81), true, null] };

    assert.deepEqual(redactTexts(value), {
      file: 'a.ts:1',
      content: '‹2 lines, 4 characters›',
      n: 1,
      list: ['‹1 line, 81 characters›', true, null],
    });
  });

  it('takes out secrets by the names of their fields, and texts of fields it is told of', () => {
    const value = { dbPassword: 'x', token: 'y', old: 'z', path: '/home/me/a', password: '' };

    assert.deepEqual(redactTexts(value, { home: '/home/me', texts: new Set(['old']) }), {
      dbPassword: '‹secret›',
      token: '‹secret›',
      old: '‹1 line, 1 characters›',
      path: '~/a',
      password: '',
    });
  });

  it('never shows a line break or more than 80 characters of a text', () => {
    const check = (value: unknown): void => {
      if (typeof value === 'string') {
        assert.ok(value.length <= 80 + 8 && !value.includes('\n'), value);
      } else if (typeof value === 'object' && value !== null) {
        Object.values(value).forEach(check);
      }
    };

    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.string({ minLength: 81 }), (value, text) => {
        check(redactTexts([value, { text, lines: `${text}\n` }]));
      }),
    );
  });
});
