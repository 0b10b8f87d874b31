import type { Budget } from '../../../../src/core/context/budget/ladder.ts';
import { createSession } from '../../../../src/core/context/openSession.ts';
import type { Disposable } from '../../../../src/ports/system.ts';
import type { SessionAt, TranscriptState } from '../../../../src/ports/transcripts.ts';
import type { ActResult, SessionAct } from '../../../../src/protocol/sessions.ts';
import { ContextBench } from '../../../fakes/contextBench.ts';
import type { PanelBench } from '../panelBench.ts';

const budget: Budget = {
  ...{ window: 1000, reservedOutput: 200, room: 800, used: 100, pressure: 0.125 },
  level: 'ok',
};

/** A conversation of our own agent in a window with a page. */
export class OwnBench {
  readonly panel: PanelBench;
  readonly context: ContextBench;
  private live: Disposable | undefined;

  private constructor(panel: PanelBench, context: ContextBench) {
    this.panel = panel;
    this.context = context;
  }

  static async begin(panel: PanelBench): Promise<OwnBench> {
    const context = new ContextBench();
    const { folder, store, clock } = panel;
    const session = { id: 'abcdefabcdef', source: 'chipboard', workspace: folder };
    context.session = await createSession(
      { ...session, title: 'Why does it fail?', created: clock.now() },
      { ...context.parts, store },
    );
    const bench = new OwnBench(panel, context);
    bench.enter();
    await context.system('You help.');
    await context.user('Why does it fail?');
    await context.chain('the first text '.repeat(60), 'the other text '.repeat(60));
    await context.user('And now?');
    return bench;
  }

  /** Somebody works in the conversation. */
  enter(): void {
    const { session } = this.context;
    this.live = this.panel.runtime.live.add({ session, budget: () => budget });
  }

  leave(): void {
    this.live?.dispose();
  }

  async open(): Promise<TranscriptState> {
    return this.panel.page.ask('session/open', { key: 'own:abcdefabcdef' });
  }

  act(state: TranscriptState, act: SessionAct, dry: boolean): Promise<ActResult> {
    return this.panel.page.ask('session/act', { at: main(state), act, dry });
  }

  /** All that is stored of the conversation, and what is in view. */
  async traces(): Promise<string> {
    const events = await this.panel.store.sessionEvents('abcdefabcdef', 0, 1000);
    return JSON.stringify([events, this.context.shown(), this.context.session.waiting]);
  }
}

/** The main session in a state. */
export const main = ({ transcript, generation }: TranscriptState): SessionAt => ({
  ...{ transcript, generation },
  session: [],
});
