import * as vscode from 'vscode';
import type { AgentTools, ToolOutcome, ToolSpec } from '../../core/agent/agentModel.ts';
import { withoutNulls } from '../../core/agent/strictSchema.ts';
import type { MessageCall } from '../../core/context/message.ts';
import { argumentsObject } from '../../core/context/render/callArguments.ts';
import { cancellationOf, untilAborted } from './cancellation.ts';
import type { EditorTool } from './editorTools.ts';
import { answerText, namedTools, ownTools } from './editorTools.ts';
import { workspaceList, workspaceListSpec } from './workspaceList.ts';
import type { SearchParts } from './workspaceSearch.ts';
import { workspaceSearch, workspaceSearchSpec } from './workspaceSearch.ts';

/** What the tools of one question need. */
export interface LanguageToolsParts {
  /** Id of the session, which the context tools work on. */
  readonly session: string;
  readonly request: Pick<vscode.ChatRequest, 'toolInvocationToken' | 'toolReferences'>;
  /** Whether the model gets the tool that changes its context. */
  readonly withContext: boolean;
  /** Whether the user trusts the workspace. */
  readonly trusted: boolean;
  readonly search: SearchParts;
}

/** How long a server that the editor is starting is waited for, in milliseconds. */
const serverPatience = 5000;
const step = 100;

/** What stands for the result of a call that the user did not allow. */
export const refusedResult =
  'The user did not allow this call, so nothing was done. Do not repeat it; go on without it, or ask the user.';

/** The tools of one question: ours, those that the user named, and two that look into the workspace. */
export class LanguageTools implements AgentTools {
  private readonly parts: LanguageToolsParts;
  private readonly known = new Map<string, EditorTool>();

  constructor(parts: LanguageToolsParts) {
    this.parts = parts;
  }

  /** Asked anew each time: the editor may have started our server meanwhile. A tool stays the same object. */
  list(): readonly ToolSpec[] {
    const { withContext, trusted } = this.parts;
    const local = trusted ? [workspaceListSpec, workspaceSearchSpec] : [];
    // What was put aside can be read also by a model that changes nothing in its context.
    const ours = this.found().filter(({ spec }) => withContext || spec.context !== 'update');
    return [...local, ...ours.map(({ spec }) => spec)];
  }

  /** Those that the user named with `#` and that are there, in the order of the question. */
  get named(): readonly ToolSpec[] {
    const { toolReferences } = this.parts.request;
    const names = [...toolReferences]
      .sort((one, other) => placeIn(one) - placeIn(other))
      .map(({ name }) => name);
    const found = this.found();
    return [...new Set(names)].flatMap(
      (name) => found.find(({ invokedAs }) => invokedAs === name)?.spec ?? [],
    );
  }

  /** Whether our server's tools are there. */
  get hasOwn(): boolean {
    return ownTools().length > 0;
  }

  /** Waits a little for the editor to start our server; false if it did not. */
  async waitForOwn(): Promise<boolean> {
    for (let waited = 0; waited < serverPatience && !this.hasOwn; waited += step) {
      await new Promise((resolve) => setTimeout(resolve, step));
    }
    return this.hasOwn;
  }

  /** Whether the editor shows a call by itself. */
  isShownByEditor(name: string): boolean {
    return this.known.has(name);
  }

  async invoke(call: MessageCall, signal: AbortSignal): Promise<ToolOutcome> {
    const args = argumentsObject(call.arguments);
    if (this.parts.trusted && call.name === workspaceListSpec.name) {
      return workspaceList(args, signal);
    }
    if (this.parts.trusted && call.name === workspaceSearchSpec.name) {
      return workspaceSearch(args, this.parts.search, signal);
    }
    const tool = this.found().find(({ spec }) => spec.name === call.name);
    if (tool === undefined) {
      const names = this.list().map(({ name }) => name);
      return {
        text: `There is no tool ${call.name}; there ${names.length === 0 ? 'is no other' : `are ${names.join(', ')}`}.`,
        failed: true,
      };
    }
    return this.invokeInEditor(tool, args, signal);
  }

  private found(): readonly EditorTool[] {
    const found = new Map<string, EditorTool>();
    for (const tool of [...ownTools(), ...namedTools(this.parts.request.toolReferences)]) {
      const isKnown = [...found.values()].some((other) => other.invokedAs === tool.invokedAs);
      if (!isKnown) {
        found.set(tool.spec.name, this.same(tool));
      }
    }
    return [...found.values()];
  }

  /** What is counted of a tool is kept by object. */
  private same(tool: EditorTool): EditorTool {
    const { name, description, schema } = tool.spec;
    const former = this.known.get(name);
    if (
      former?.spec.description === description &&
      JSON.stringify(former.spec.schema) === JSON.stringify(schema)
    ) {
      return former;
    }
    this.known.set(name, tool);
    return tool;
  }

  private async invokeInEditor(
    { spec, invokedAs }: EditorTool,
    args: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<ToolOutcome> {
    const { session, request } = this.parts;
    const given = withoutNulls(args, spec.schema) as Readonly<Record<string, unknown>>;
    // Whatever the model wrote: it works on its own context.
    const input = spec.context === undefined ? given : { ...given, session };
    const { toolInvocationToken } = request;
    const { source, release } = cancellationOf(signal);
    try {
      const invoking = vscode.lm.invokeTool(
        invokedAs,
        { input, toolInvocationToken },
        source.token,
      );
      const { content } = await untilAborted(Promise.resolve(invoking), signal);
      const text = answerText(content);
      // Where the user skips a call, the editor answers in the tool's place.
      return skipped.test(text)
        ? { text: refusedResult, failed: true }
        : { text, failed: isFailure(text) };
    } catch (cause) {
      if (signal.aborted) {
        throw cause;
      }
      if (cause instanceof vscode.CancellationError || isCancelName(cause)) {
        return { text: refusedResult, failed: true };
      }
      const said = cause instanceof Error ? cause.message : String(cause);
      return { text: `The tool failed: ${said}`, failed: true };
    } finally {
      release();
    }
  }
}

/** Where the question names a tool; at its end where it does not say. */
function placeIn({ range }: vscode.ChatLanguageModelToolReference): number {
  return range?.[0] ?? Number.MAX_SAFE_INTEGER;
}

const skipped = /^The user chose to skip the tool call/;

/** The editor gives a model the structured answer of our tools, which says how the call ended. */
function isFailure(text: string): boolean {
  return /^\s*\{\s*"status"\s*:\s*"error"/.test(text);
}

function isCancelName(cause: unknown): boolean {
  return cause instanceof Error && cause.name === 'Canceled';
}
