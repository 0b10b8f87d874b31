import assert from 'node:assert/strict';
import { tokenFamilyOf } from '../../../../src/core/context/tokenFamily.ts';

const told = (id: string, family?: string, vendor?: string): string => {
  const choice = tokenFamilyOf({
    id,
    ...(family !== undefined && { family }),
    ...(vendor !== undefined && { vendor }),
  });
  return `${choice.family} ${choice.exact ? 'exact' : 'stand-in'}`;
};

describe('tokenFamilyOf', () => {
  for (const id of [
    ...['gpt-4o', 'gpt-4o-mini-2024-07-18', 'chatgpt-4o-latest', 'gpt-4-o-preview', 'gpt-4.1'],
    ...['gpt-4.1-mini', 'gpt-4.5-preview', 'gpt-5', 'gpt-5-mini', 'gpt-5.1-codex', 'gpt-oss-20b'],
    ...['o1', 'o1-pro', 'o3-mini', 'o4-mini', 'codex-mini-latest', 'openai/gpt-4o', 'GPT-4o'],
    ...['ft:gpt-4o-mini:acme', 'openrouter/openai/gpt-5:free', 'gpt-oss:120b'],
  ]) {
    it(`counts ${id} with its own vocabulary, o200k`, () => {
      assert.equal(told(id), 'o200k exact');
    });
  }

  for (const id of [
    ...['gpt-4', 'gpt-4-0613', 'gpt-4-turbo-2024-04-09', 'gpt-4-32k', 'gpt-3.5-turbo'],
    ...[
      'gpt-35-turbo',
      'text-embedding-3-small',
      'text-embedding-ada-002',
      'ft:gpt-3.5-turbo:acme',
    ],
  ]) {
    it(`counts ${id} with its own vocabulary, cl100k`, () => {
      assert.equal(told(id), 'cl100k exact');
    });
  }

  for (const id of [
    ...['claude-sonnet-4', 'gemini-2.5-pro', 'grok-code-fast-1', 'deepseek-chat', 'qwen3-coder'],
    ...['llama-3.3-70b', 'gpt-6', 'gpt-4b', 'gpt-41-copilot', 'o11', 'o365', 'davinci', 'gpt2', ''],
    ...['anthropic/claude-gpt-4o', 'my-gpt-4o-rival'],
  ]) {
    it(`says that o200k stands in for ${id === '' ? 'no name' : id}`, () => {
      assert.equal(told(id), 'o200k stand-in');
    });
  }

  it('goes by the family where the id says nothing', () => {
    assert.equal(told('copilot-fast', 'gpt-4o-mini', 'copilot'), 'o200k exact');
    assert.equal(told('best', 'gpt-3.5-turbo'), 'cl100k exact');
  });

  it('goes by the id before the family', () => {
    assert.equal(told('gpt-4.1-2025-04-14', 'gpt-4'), 'o200k exact');
  });

  it('believes no name of a vendor that offers none of these models', () => {
    assert.equal(told('gpt-4o', 'gpt-4o', 'Anthropic'), 'o200k stand-in');
  });
});
