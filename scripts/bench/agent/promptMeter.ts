import type { ModelRequest } from '../../../src/core/agent/agentModel.ts';
import type { Message } from '../../../src/core/context/message.ts';

/** Tokens that stand between messages. */
const perMessage = 4;

/** What a provider would report. Tokens. */
export interface PromptUsage {
  readonly input: number;
  /** Of the start that it has in common with the request before. */
  readonly cacheRead: number;
}

/** Counts requests as a provider does, tools first, with an ideal cache that holds the request before and no other. */
export class PromptMeter {
  /** Largest request so far. */
  peak = 0;
  private readonly count: (text: string) => number;
  private readonly known = new Map<string, number>();
  private before: readonly string[] = [];

  /** `count` gives the tokens of a text. */
  constructor(count: (text: string) => number) {
    this.count = count;
  }

  /** The usage of a request, which becomes the one before. Linear; each text is counted once. */
  measure({ messages, tools }: ModelRequest): PromptUsage {
    const parts = [JSON.stringify(tools), ...messages.map(partOf)];
    let input = 0;
    let cacheRead = 0;
    let isCommon = true;
    for (const [index, part] of parts.entries()) {
      const tokens = this.tokensOf(part);
      isCommon &&= part === this.before[index];
      input += tokens;
      cacheRead += isCommon ? tokens : 0;
    }
    this.before = parts;
    this.peak = Math.max(this.peak, input);
    return { input, cacheRead };
  }

  private tokensOf(part: string): number {
    let tokens = this.known.get(part);
    if (tokens === undefined) {
      tokens = this.count(part) + perMessage;
      this.known.set(part, tokens);
    }
    return tokens;
  }
}

function partOf({ role, text, calls = [], name = '' }: Message): string {
  const made = calls.map((call) => `\n${call.name} ${call.arguments}`).join('');
  return `${role} ${name}\n${text}${made}`;
}
