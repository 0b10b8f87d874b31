import type { Budget } from '../../src/core/context/budget/ladder.ts';
import type { MessageCall } from '../../src/core/context/message.ts';
import { ContextBench } from './contextBench.ts';
import { Workbench } from './workbench.ts';

/** The tools, and a conversation that they can change and read. */
export class LiveBench {
  readonly tools: Workbench;
  readonly context: ContextBench;
  budget: Budget | undefined;
  /** Ends the conversation. */
  readonly end: () => void;

  private constructor(tools: Workbench, context: ContextBench) {
    this.tools = tools;
    this.context = context;
    const added = tools.runtime.live.add({
      session: context.session,
      budget: () => this.budget,
    });
    this.end = () => added.dispose();
  }

  /** A conversation with a question, and as many chains of calls as there are lists of results. */
  static async begin(...chains: readonly (readonly string[])[]): Promise<LiveBench> {
    const bench = new LiveBench(new Workbench(), await ContextBench.begin());
    await bench.context.system('You help.');
    await bench.context.user('What is wrong?');
    for (const texts of chains) {
      await bench.context.chain(...texts);
    }
    return bench;
  }

  /** Makes the conversation's model call a tool, whose result is still to come. */
  async calling(...names: readonly string[]): Promise<readonly MessageCall[]> {
    const calls = names.map((name, index) => ({ id: `open_${index}`, name, arguments: '{}' }));
    await this.context.assistant('', calls);
    return calls;
  }

  dispose(): void {
    this.context.session.dispose();
    this.tools.dispose();
  }
}

/** A bench for each test of a suite, removed after it. */
export function liveBenchEach(...chains: readonly (readonly string[])[]): () => LiveBench {
  let bench: LiveBench;
  beforeEach(async () => {
    bench = await LiveBench.begin(...chains);
  });
  afterEach(() => bench.dispose());
  return () => bench;
}
