import { z } from 'zod';
import type { AgentTools, ToolOutcome, ToolSpec } from '../../../src/core/agent/agentModel.ts';
import { findArtifact } from '../../../src/core/context/artifact/findArtifact.ts';
import { TextLines } from '../../../src/core/context/artifact/textLines.ts';
import { searchText } from '../../../src/core/context/artifact/textSearch.ts';
import type { ContextSession } from '../../../src/core/context/contextSession.ts';
import type { PatchResult } from '../../../src/core/context/patchResult.ts';
import type { MessageCall } from '../../../src/core/context/message.ts';
import { operationsOf } from '../../../src/core/context/operationInput.ts';
import { artifactGetTool } from '../../../src/tools/artifactGet.ts';
import { contextUpdateTool } from '../../../src/tools/contextUpdate.ts';

/** A tool of the extension as its clients see it. */
function specOf(
  { name, description, schema }: typeof contextUpdateTool,
  context: 'update' | 'get',
): ToolSpec {
  return {
    name,
    description: description.en,
    schema: z.toJSONSchema(schema, { io: 'input' }),
    context,
  };
}

const documentRead: ToolSpec = {
  name: 'document-read',
  description: 'Gives the whole text of a dossier.',
  schema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
};

const artifactGet = specOf(artifactGetTool, 'get');
const contextUpdate = specOf(contextUpdateTool, 'update');

/** Most bytes of what a search gives. */
const searchBytes = 6000;

/** Which tools there are beside `document-read`. */
export interface ToolChoice {
  readonly readsBack: boolean;
  readonly patches: boolean;
}

/** The tools of the agent in a research task. */
export class BenchTools implements AgentTools {
  /** Dossiers that were given, one entry each time. */
  readonly given: string[] = [];
  /** Texts read again from the session. */
  readBack = 0;
  private readonly session: ContextSession;
  private readonly dossiers: ReadonlyMap<string, string>;
  private readonly specs: readonly ToolSpec[];

  constructor(
    session: ContextSession,
    dossiers: ReadonlyMap<string, string>,
    { readsBack, patches }: ToolChoice,
  ) {
    this.session = session;
    this.dossiers = dossiers;
    this.specs = [
      documentRead,
      ...(readsBack ? [artifactGet] : []),
      ...(patches ? [contextUpdate] : []),
    ];
  }

  list(): readonly ToolSpec[] {
    return this.specs;
  }

  async invoke(call: MessageCall): Promise<ToolOutcome> {
    const given = JSON.parse(call.arguments) as Readonly<Record<string, unknown>>;
    switch (this.specs.find(({ name }) => name === call.name)) {
      case documentRead:
        return this.readDocument(String(given['name']));
      case artifactGet:
        return this.search(String(given['uri']), String(given['search']));
      case contextUpdate:
        return this.update(given);
      default:
        return { text: `There is no tool ${call.name}.`, failed: true };
    }
  }

  private readDocument(name: string): ToolOutcome {
    const found = this.dossiers.get(name);
    this.given.push(name);
    return found === undefined
      ? { text: `There is no dossier ${name}.`, failed: true }
      : { text: found, failed: false };
  }

  private async search(address: string, words: string): Promise<ToolOutcome> {
    const { session } = this;
    const found = findArtifact(address, session.state);
    const text = found.ok ? await session.text(found.value) : undefined;
    if (!found.ok || text === undefined) {
      return { text: found.ok ? 'The text is gone.' : found.failure, failed: true };
    }
    this.readBack += 1;
    const from = { line: 1, char: 1 };
    const { matches, rows } = searchText(new TextLines(text), {
      words,
      from,
      maxBytes: searchBytes,
    });
    return { text: `${matches} matches of "${words}"\n\n${rows.join('\n')}`, failed: false };
  }

  private async update(given: Readonly<Record<string, unknown>>): Promise<ToolOutcome> {
    const read = operationsOf(given['operations'] as readonly unknown[]);
    if (!read.ok) {
      return { text: read.failure.join(' '), failed: true };
    }
    const request = { reason: String(given['reason']), operations: read.value };
    const result = await this.session.apply(request, 'agent');
    return { text: updateText(result), failed: !result.ok };
  }
}

function updateText({ ok, applied, delta, rejections }: PatchResult): string {
  return ok
    ? `${applied} operations done; the view has ${Math.abs(delta)} tokens ${delta > 0 ? 'more' : 'less'}.`
    : `Nothing was done. ${rejections.map(({ rule, message }) => `${rule}: ${message}`).join('\n')}`;
}
