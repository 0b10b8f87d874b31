/** A setting as a person sees it; validation follows from it. */
export type SettingEntry = {
  readonly description: string;
  /** `machine`: only the user, never a workspace, may set it; `machine-overridable`: a workspace may as well. */
  readonly scope: 'machine' | 'machine-overridable' | 'window' | 'resource';
} & (
  | {
      readonly type: 'integer' | 'number';
      readonly default: number;
      readonly minimum: number;
      readonly maximum: number;
    }
  | { readonly type: 'string'; readonly default: string; readonly enum: readonly string[] }
  | { readonly type: 'boolean'; readonly default: boolean }
  | {
      readonly type: 'object';
      readonly default: Readonly<Record<string, number>>;
      readonly additionalProperties: { readonly type: 'integer'; readonly minimum: number };
    }
  | {
      readonly type: 'object';
      readonly default: Readonly<Record<string, Readonly<Record<string, number>>>>;
      readonly additionalProperties: {
        readonly type: 'object';
        readonly required: readonly string[];
        readonly additionalProperties: false;
        readonly properties: Readonly<
          Record<string, { readonly type: 'number'; readonly minimum: number }>
        >;
      };
    }
  | {
      readonly type: 'array';
      readonly default: readonly string[];
      readonly items: { readonly type: 'string'; readonly enum?: readonly string[] };
    }
);

/** Every setting by its key. */
export const settings = {
  'chipboard.chips.max': {
    type: 'integer',
    default: 30,
    minimum: 1,
    maximum: 10_000,
    scope: 'machine',
    description:
      'Most chips to keep for each workspace folder and kind. Pinned chips do not count; the oldest are dropped first.',
  },
  'chipboard.chips.minBytes': {
    type: 'integer',
    default: 50,
    minimum: 0,
    maximum: 1_000_000,
    scope: 'machine',
    description:
      'Arguments of a failed call are kept as a chip when they are longer than this many bytes.',
  },
  'chipboard.chips.minBytesByTool': {
    type: 'object',
    default: {},
    additionalProperties: { type: 'integer', minimum: 0 },
    scope: 'machine',
    description:
      'The same for single tools, such as {"be-write": 0}; for the others "chips.minBytes" holds.',
  },
  'chipboard.chips.days': {
    type: 'integer',
    default: 30,
    minimum: 0,
    maximum: 3650,
    scope: 'machine',
    description:
      'Days until a chip that is not pinned is dropped. 0 keeps chips until the limit is reached.',
  },
  'chipboard.chips.maxMegabytes': {
    type: 'integer',
    default: 100,
    minimum: 1,
    maximum: 10_000,
    scope: 'machine',
    description:
      'Most megabytes of chips to keep for each workspace folder. Pinned chips do not count; the oldest are dropped first.',
  },
  'chipboard.edit.maxEvents': {
    type: 'integer',
    default: 500,
    minimum: 1,
    maximum: 100_000,
    scope: 'machine',
    description: 'Most edits of each workspace folder that can be taken back.',
  },
  'chipboard.edit.editorFileSize': {
    type: 'integer',
    default: 5,
    minimum: 0,
    maximum: 50,
    scope: 'machine',
    description:
      'Closed files above this many megabytes are changed on disk without opening them in the editor, which would take seconds.',
  },
  'chipboard.edit.save': {
    type: 'string',
    default: 'whenClean',
    enum: ['whenClean', 'always', 'never'],
    scope: 'machine',
    description:
      'When a file that an agent edited in the editor is saved. "whenClean": unless it had unsaved changes of yours before. "always": your unsaved changes are saved too. "never": saving is left to you.',
  },
  'chipboard.edit.guardedFiles': {
    type: 'array',
    default: [],
    items: { type: 'string' },
    scope: 'machine',
    description:
      'Further files and folders that agents may change only when you allow each change, by name ("deploy.sh", "ci/scripts") or ending ("*.pem"). The settings of editors and agents, hooks and .git are guarded in any case.',
  },
  'chipboard.activity.maxCalls': {
    type: 'integer',
    default: 1000,
    minimum: 0,
    maximum: 1_000_000,
    scope: 'machine',
    description: 'Most tool calls to keep in the record of what agents did. 0 keeps none.',
  },
  'chipboard.activity.maxMegabytes': {
    type: 'integer',
    default: 50,
    minimum: 0,
    maximum: 10_000,
    scope: 'machine',
    description:
      'Most megabytes of arguments and results to keep in the record of tool calls; the oldest calls are dropped first. 0 keeps none.',
  },
  'chipboard.activity.days': {
    type: 'integer',
    default: 30,
    minimum: 0,
    maximum: 3650,
    scope: 'machine',
    description:
      'Days until a tool call is dropped from the record. 0 keeps calls until a limit is reached.',
  },
  'chipboard.activity.record': {
    type: 'boolean',
    default: true,
    scope: 'machine',
    description:
      'Record what agents did: each tool call with its arguments and result. Off: nothing new is recorded; what is there stays until its time is over.',
  },
  'chipboard.agent.maxSteps': {
    type: 'integer',
    default: 30,
    minimum: 1,
    maximum: 1000,
    scope: 'machine',
    description:
      'Most requests to the model that @chipboard makes for one question. After that it stops and offers to continue.',
  },
  'chipboard.context.agentPatches': {
    type: 'boolean',
    default: true,
    scope: 'machine',
    description:
      'Let the model behind @chipboard change its own context: it gets a list of its blocks, the tool context-update, and a report when the window gets full. Every change can be taken back with /undo.',
  },
  'chipboard.context.askBefore': {
    type: 'string',
    default: 'never',
    enum: ['never', 'always', 'large'],
    scope: 'machine',
    description:
      'Which changes of its own context by a model (the tool context-update, also after /compact) you are asked about first, with what they free and what they cost. "never": none. "always": all. "large": those that take a tenth or more of the tokens out of view. Without an answer in two minutes nothing is changed, and the model is told so. Never asked about are what you change yourself, and what Chipboard does by itself where the next request would hardly fit: that can not wait. Where there is no window to ask in, nobody is asked.',
  },
  'chipboard.context.safetyNet': {
    type: 'boolean',
    default: true,
    scope: 'machine',
    description:
      'When the context of @chipboard is nearly full, put large tool results aside, so that the next request fits. The model can read them again.',
  },
  'chipboard.context.softLimit': {
    type: 'number',
    default: 0.7,
    minimum: 0.05,
    maximum: 1,
    scope: 'machine',
    description:
      'Share of the model’s window from which the model is told how full its context is.',
  },
  'chipboard.context.mustActLimit': {
    type: 'number',
    default: 0.8,
    minimum: 0.05,
    maximum: 1,
    scope: 'machine',
    description: 'Share of the model’s window from which the model is asked to make room.',
  },
  'chipboard.context.criticalLimit': {
    type: 'number',
    default: 0.95,
    minimum: 0.05,
    maximum: 1,
    scope: 'machine',
    description: 'Share of the model’s window from which the safety net acts.',
  },
  'chipboard.context.layout': {
    type: 'string',
    default: 'plain',
    enum: ['plain', 'generational'],
    scope: 'machine',
    description:
      'Order of what the model reads. "plain": as it came. "generational": large tool results at the end, so that putting them aside changes less of what the provider has cached.',
  },
  'chipboard.context.redact': {
    type: 'boolean',
    default: false,
    scope: 'machine',
    description: 'Let the model delete fields of tool results from its context.',
  },
  'chipboard.context.replace': {
    type: 'boolean',
    default: false,
    scope: 'machine',
    description: 'Let the model overwrite texts of its context, but never yours.',
  },
  'chipboard.context.keepRedacted': {
    type: 'boolean',
    default: true,
    scope: 'machine',
    description:
      'Keep what was deleted from a tool result, so that the deletion can be taken back. Off: it is gone for good.',
  },
  'chipboard.prices': {
    type: 'object',
    default: {},
    additionalProperties: {
      type: 'object',
      required: ['input', 'output'],
      additionalProperties: false,
      properties: {
        input: { type: 'number', minimum: 0 },
        output: { type: 'number', minimum: 0 },
        cacheRead: { type: 'number', minimum: 0 },
        cacheWrite: { type: 'number', minimum: 0 },
        cacheWriteHour: { type: 'number', minimum: 0 },
      },
    },
    scope: 'machine-overridable',
    description:
      'Prices of models that the context inspector reckons costs with, in US dollars for a million tokens, such as {"my-model": {"input": 3, "output": 15, "cacheRead": 0.3, "cacheWrite": 3.75}}. They come before the published prices.',
  },
  'chipboard.notifications.savedText': {
    type: 'boolean',
    default: true,
    scope: 'machine',
    description: "Show a message when a failed edit's text was saved.",
  },
  'chipboard.tools.language': {
    type: 'string',
    default: 'auto',
    enum: ['auto', 'en', 'zh'],
    scope: 'machine',
    description: 'Language of the tool descriptions that agents read. "auto" follows the editor.',
  },
  'chipboard.transcripts.folders': {
    type: 'array',
    default: [],
    items: { type: 'string' },
    scope: 'machine',
    description:
      'Further folders in which sessions of agents are looked for, besides those where agents keep them. What is found there is listed whatever folder the session worked in. "~" is your home folder.',
  },
  'chipboard.transcripts.agents': {
    type: 'array',
    default: [],
    items: {
      type: 'string',
      enum: [
        ...['Claude Code', 'Codex', 'Copilot', 'Gemini CLI', 'opencode', 'Cline', 'Roo Code'],
        'Wire capture',
      ],
    },
    scope: 'machine',
    description:
      'Agents whose sessions are looked for; folders of others are not looked into. Empty: all that are known.',
  },
  'chipboard.mcp.port': {
    type: 'integer',
    default: 0,
    minimum: 0,
    maximum: 65_535,
    scope: 'machine',
    description:
      'Port of the MCP server on 127.0.0.1. 0 takes a free one and keeps it. If the port is taken by another window, a free one is used.',
  },
} as const satisfies Record<string, SettingEntry>;

/** Key of a setting. */
export type SettingKey = keyof typeof settings;
