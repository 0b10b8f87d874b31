import { AgentTurn, type TurnEnd } from '../../../src/core/agent/agentTurn.ts';
import { ContextCare, type CareOptions } from '../../../src/core/agent/contextCare.ts';
import type { ContextSession, SessionParts } from '../../../src/core/context/contextSession.ts';
import type { JournalStore } from '../../../src/core/context/journalWriter.ts';
import type { SessionMetrics } from '../../../src/core/context/metrics.ts';
import { createSession, openSession } from '../../../src/core/context/openSession.ts';
import { BenchTools } from './benchTools.ts';
import { PromptMeter } from './promptMeter.ts';
import { isRight, type Question, type ResearchTask } from './researchTask.ts';
import { ScriptedModel } from './scriptedModel.ts';
import type { Habit } from './tidying.ts';

/** How the context is managed. `cpat, told`: as `cpat`, with a model that patches only when it is told to. */
export const armNames = ['react', 'threshold', 'cpat', 'cpat, told'] as const;

/** Name of an arm. */
export type ArmName = (typeof armNames)[number];

/** What an arm runs on. */
export interface ArmPlan {
  readonly arm: ArmName;
  /** Tokens. */
  readonly window: number;
  readonly task: ResearchTask;
  readonly store: JournalStore;
  /** Session's id: hexadecimal, 12 characters, not used before in the store. */
  readonly session: string;
  /** Tokens of a text, as the provider counts. */
  readonly count: (text: string) => number;
  /** When the model gets the list of blocks; always if absent. */
  readonly manifest?: 'always' | 'from soft';
}

/** A question and how its turn ended. */
export interface Asked {
  readonly question: Question;
  readonly answer: string;
  readonly end: TurnEnd;
  readonly isRight: boolean;
}

/** What an arm did. Tokens by the provider's count. */
export interface ArmResult {
  readonly arm: ArmName;
  readonly asked: readonly Asked[];
  readonly metrics: SessionMetrics;
  /** Largest request. */
  readonly peak: number;
  /** Texts read again from the session. */
  readonly readBack: number;
  /** Dossiers read a second time or more. */
  readonly reread: number;
  /** Requests between two questions, for putting the context in order. */
  readonly maintenance: number;
  /** The session taken up again from its journal shows the same view. */
  readonly sameReopened: boolean;
}

const care: Readonly<Record<ArmName, CareOptions>> = {
  react: { agentPatches: false, safetyNet: false },
  threshold: { agentPatches: false, safetyNet: true },
  cpat: { agentPatches: true, safetyNet: true },
  'cpat, told': { agentPatches: true, safetyNet: true },
};

/** Part of the window that is kept for answers. */
const reservedOutput = 1000;

/** More requests than any question of the task takes. */
const maxSteps = 80;

const systemPrompt =
  'You answer questions about dossiers. Read what you need with document-read; answer in one line that begins with "Answer:".';

/** Asks all questions in one session, and opens it again at the end. */
export async function runArm(plan: ArmPlan): Promise<ArmResult> {
  const { arm, task, window, count } = plan;
  const parts = partsOf(plan.store);
  const row = { id: plan.session, source: 'chipboard', workspace: '', title: arm, created: 0 };
  const session = await createSession(row, parts);
  await session.ingest([{ kind: 'system_prompt', text: systemPrompt }]);
  const meter = new PromptMeter(count);
  const habit: Habit = arm === 'cpat' ? 'eager' : 'told';
  const model = new ScriptedModel({ meter, window, reservedOutput, habit, atOnce: 2 });
  const { manifest } = plan;
  const options = { ...care[arm], ...(manifest !== undefined && { manifest }) };
  const tools = new BenchTools(session, task.dossiers, {
    readsBack: options.safetyNet,
    patches: options.agentPatches,
  });
  const asked = await askAll({ model, tools, care: new ContextCare(session, options), task });
  return {
    arm,
    asked,
    metrics: session.state.metrics,
    peak: meter.peak,
    readBack: tools.readBack,
    reread: tools.given.length - new Set(tools.given).size,
    maintenance: session.state.calls.filter(({ purpose }) => purpose === 'maintenance').length,
    sameReopened: await isSameReopened(session, parts),
  };
}

interface Asking {
  readonly model: ScriptedModel;
  readonly tools: BenchTools;
  readonly care: ContextCare;
  readonly task: ResearchTask;
}

async function askAll({ task, ...parts }: Asking): Promise<readonly Asked[]> {
  const asked: Asked[] = [];
  let answer = '';
  let requests = 0;
  const turn = new AgentTurn({
    ...parts,
    output: { text: (piece) => (answer += piece), progress: () => undefined },
    random: { hex: (length) => (requests += 1).toString(16).padStart(length, '0') },
    signal: new AbortController().signal,
    maxSteps,
  });
  for (const question of task.questions) {
    answer = '';
    const end = await turn.run(question.text);
    const right = end.outcome === 'done' && isRight(question, answer);
    asked.push({ question, answer, end, isRight: right });
  }
  return asked;
}

async function isSameReopened(session: ContextSession, parts: SessionParts): Promise<boolean> {
  await session.settled();
  const opened = await openSession(session.id, parts);
  return (
    opened?.unreadable === 0 &&
    JSON.stringify([opened.session.view(), opened.session.manifest()]) ===
      JSON.stringify([session.view(), session.manifest()])
  );
}

function partsOf(store: JournalStore): SessionParts {
  const fail = (message: string): never => {
    throw new Error(message);
  };
  return {
    store,
    clock: { now: () => 0 },
    log: { info: () => undefined, warn: fail, error: fail },
    policy: () => ({ redact: false, replace: false, keepRedacted: false }),
  };
}
