/** Makes lines as Claude Code writes them, each the child of the one before. */
export class Lines {
  readonly records: Record<string, unknown>[] = [];
  #parent: string | null = null;
  #count = 0;

  /** Adds a record and returns its uuid. Fields given replace those that are made. */
  add(fields: Record<string, unknown>): string {
    this.#count += 1;
    const uuid = `u${this.#count}`;
    this.records.push({
      uuid,
      parentUuid: this.#parent,
      sessionId: 's1',
      version: '2.1.39',
      cwd: '/w',
      isSidechain: false,
      timestamp: new Date(1_770_000_000_000 + this.#count * 1000).toISOString(),
      ...fields,
    });
    this.#parent = typeof fields['uuid'] === 'string' ? fields['uuid'] : uuid;
    return this.#parent;
  }

  user(text: unknown, fields: Record<string, unknown> = {}): string {
    return this.add({ type: 'user', message: { role: 'user', content: text }, ...fields });
  }

  /** One block of an answer; the message's input is `input` tokens. */
  assistant(id: string, block: unknown, input = 100, fields: Record<string, unknown> = {}): string {
    return this.add({
      type: 'assistant',
      message: {
        id,
        model: 'claude-opus-4-6',
        role: 'assistant',
        content: [block],
        usage: { input_tokens: input, output_tokens: 5 },
      },
      ...fields,
    });
  }

  text(id: string, text: string, input = 100, fields: Record<string, unknown> = {}): string {
    return this.assistant(id, { type: 'text', text }, input, fields);
  }

  call(id: string, call: string, name = 'Read', input: unknown = { file_path: '/w/a' }): string {
    return this.assistant(id, { type: 'tool_use', id: call, name, input });
  }

  result(call: string, text: unknown, fields: Record<string, unknown> = {}): string {
    return this.user([{ type: 'tool_result', tool_use_id: call, content: text }], {
      toolUseResult: {},
      ...fields,
    });
  }
}
