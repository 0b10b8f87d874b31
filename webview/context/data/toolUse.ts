import type { RecordedBlockRow } from '../../../src/ports/transcriptRows.ts';
import type { OfferedTools } from './offeredTools.ts';
import { serverOf } from './offeredTools.ts';

/** What tools cost and how they were used. Tokens are estimates. */
export interface ToolSum {
  /** Tokens of schemas, in every request that offers them; absent where no schema is known. */
  readonly schema?: number;
  readonly calls: number;
  readonly failed: number;
  /** Tokens of the arguments of all calls, and of all results, as they came. */
  readonly asked: number;
  readonly answered: number;
}

/** One tool. */
export interface ToolUse extends ToolSum {
  readonly tool: string;
  /** MCP server by the tool's name; absent for the agent's own tools. */
  readonly server?: string;
  /** Index of the largest result; absent if there is none. */
  readonly largest?: number;
}

/** The tools of one MCP server; `server` is empty for those that are of none. */
export interface ServerUse extends ToolSum {
  readonly server: string;
  readonly tools: number;
  /** Tools that were never called. */
  readonly idle: number;
}

type Counts = {
  -readonly [Field in Exclude<keyof ToolSum, 'schema'>]: number;
} & { schema: number | undefined; largest: number | undefined };

/**
 * How each tool was used over the whole session, most tokens first; tools that were only offered are in it. A stub or a
 * changed text is no further call or result. O(blocks).
 */
export function toolUses(
  blocks: readonly RecordedBlockRow[],
  offered: OfferedTools | undefined,
): readonly ToolUse[] {
  const uses = new Map<string, Counts>();
  const of = (tool: string): Counts => {
    const known = uses.get(tool) ?? {
      ...{ calls: 0, failed: 0, asked: 0, answered: 0, schema: undefined, largest: undefined },
    };
    uses.set(tool, known);
    return known;
  };
  for (const { name, tokens } of offered?.tools ?? []) {
    const use = of(name);
    use.schema = (use.schema ?? 0) + tokens;
  }
  for (const [index, { kind, tool, tokens, failed, standsFor }] of blocks.entries()) {
    if (tool === undefined || standsFor !== undefined) {
      continue;
    }
    if (kind === 'tool_call') {
      const use = of(tool);
      use.calls += 1;
      use.asked += tokens;
    } else if (kind === 'tool_result') {
      const use = of(tool);
      use.answered += tokens;
      use.failed += failed === true ? 1 : 0;
      if (use.largest === undefined || tokens > (blocks[use.largest]?.tokens ?? 0)) {
        use.largest = index;
      }
    }
  }
  return [...uses].map(([tool, counts]) => useOf(tool, counts)).sort(bySize);
}

function useOf(tool: string, { schema, largest, ...counts }: Counts): ToolUse {
  const server = serverOf(tool);
  return {
    ...{ tool, ...counts },
    ...(server !== undefined && { server }),
    ...(schema !== undefined && { schema }),
    ...(largest !== undefined && { largest }),
  };
}

/** Tokens of a tool that are in the session: its schema once, arguments and results. */
function sizeOf({ schema = 0, asked, answered }: ToolSum): number {
  return schema + asked + answered;
}

function bySize(a: ToolSum, b: ToolSum): number {
  return sizeOf(b) - sizeOf(a) || b.calls - a.calls;
}

/** The sum of tools. */
export function sumTools(tools: readonly ToolSum[]): ToolSum {
  const sum = (of: (tool: ToolSum) => number): number =>
    tools.reduce((total, tool) => total + of(tool), 0);
  return {
    calls: sum(({ calls }) => calls),
    failed: sum(({ failed }) => failed),
    asked: sum(({ asked }) => asked),
    answered: sum(({ answered }) => answered),
    ...(tools.some(({ schema }) => schema !== undefined) && {
      schema: sum(({ schema = 0 }) => schema),
    }),
  };
}

/** Tools by the server that they are of, most tokens first. Sums of the servers are the sums of the tools. */
export function serverUses(tools: readonly ToolUse[]): readonly ServerUse[] {
  const groups = Map.groupBy(tools, ({ server = '' }) => server);
  return [...groups]
    .map(([server, uses]) => ({
      ...{ server, tools: uses.length, idle: uses.filter(({ calls }) => calls === 0).length },
      ...sumTools(uses),
    }))
    .sort(bySize);
}
