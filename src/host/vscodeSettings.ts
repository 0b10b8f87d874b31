import * as vscode from 'vscode';
import type { Log } from '../ports/log.ts';
import type { AgentSettings } from '../ports/agentSettings.ts';
import type { Settings, SettingsSource } from '../ports/settings.ts';
import type { Disposable, Event } from '../ports/system.ts';
import { DisposableStore, Emitter } from '../core/lifecycle.ts';
import { isBytesByTool } from '../core/chips/newChip.ts';
import { ladderRatios } from '../core/context/budget/ladder.ts';
import type { SettingKey } from '../manifest/settings.ts';
import { settings } from '../manifest/settings.ts';

const megabyte = 1024 * 1024;

/** Reads the settings, and is the only one to do so. A bad value is replaced by the default and logged once. */
export class VscodeSettings implements SettingsSource, Disposable {
  readonly onDidChange: Event<Settings>;
  private readonly disposables = new DisposableStore();
  private readonly complained = new Set<string>();
  private readonly log: Log;
  private values: Settings;

  constructor(log: Log) {
    this.log = log;
    this.values = this.load();
    const changed = this.disposables.add(new Emitter<Settings>());
    this.onDidChange = changed.event;
    this.disposables.add(
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('chipboard')) {
          this.values = this.load();
          changed.fire(this.values);
        }
      }),
    );
  }

  get current(): Settings {
    return this.values;
  }

  /** The port the user asks for; 0 = any. */
  get port(): number {
    return this.integer('chipboard.mcp.port');
  }

  /** Folders in which sessions are looked for besides the usual ones. */
  get transcriptFolders(): readonly string[] {
    return this.texts('chipboard.transcripts.folders');
  }

  /** Names of the agents whose sessions are looked for; empty: all. */
  get transcriptAgents(): readonly string[] {
    return this.texts('chipboard.transcripts.agents');
  }

  /** Prices of models as they were set; the page checks them, and says what it can not use. */
  get prices(): unknown {
    return this.read('chipboard.prices');
  }

  /** What is set for our own agent. */
  get agent(): AgentSettings {
    return {
      maxSteps: this.integer('chipboard.agent.maxSteps'),
      redact: this.flag('chipboard.context.redact'),
      replace: this.flag('chipboard.context.replace'),
      keepRedacted: this.flag('chipboard.context.keepRedacted'),
      limits: ladderRatios({
        soft: this.share('chipboard.context.softLimit'),
        mustAct: this.share('chipboard.context.mustActLimit'),
        critical: this.share('chipboard.context.criticalLimit'),
      }),
      layout: this.oneOf('chipboard.context.layout', ['plain', 'generational']),
      agentPatches: this.flag('chipboard.context.agentPatches'),
      askBefore: this.oneOf('chipboard.context.askBefore', ['never', 'always', 'large']),
      safetyNet: this.flag('chipboard.context.safetyNet'),
    };
  }

  dispose(): void {
    this.disposables.dispose();
  }

  private load(): Settings {
    const language = this.read('chipboard.tools.language');
    const chinese =
      language === 'zh' || (language !== 'en' && vscode.env.language.startsWith('zh'));
    return Object.freeze({
      maxChips: this.integer('chipboard.chips.max'),
      minChipBytes: this.integer('chipboard.chips.minBytes'),
      minChipBytesByTool: this.bytesByTool('chipboard.chips.minBytesByTool'),
      chipDays: this.integer('chipboard.chips.days'),
      maxChipBytes: this.integer('chipboard.chips.maxMegabytes') * megabyte,
      maxSnapshots: this.integer('chipboard.edit.maxEvents'),
      maxCalls: this.integer('chipboard.activity.maxCalls'),
      maxCallBytes: this.integer('chipboard.activity.maxMegabytes') * megabyte,
      callDays: this.integer('chipboard.activity.days'),
      recordCalls: this.flag('chipboard.activity.record'),
      editorFileBytes: this.integer('chipboard.edit.editorFileSize') * megabyte,
      save: this.oneOf('chipboard.edit.save', ['whenClean', 'always', 'never']),
      guardedFiles: this.texts('chipboard.edit.guardedFiles'),
      notifySaved: this.flag('chipboard.notifications.savedText'),
      language: chinese ? 'zh' : 'en',
    });
  }

  private integer(key: SettingKey): number {
    return this.numeric(key, 'a whole number', Number.isInteger);
  }

  private share(key: SettingKey): number {
    return this.numeric(key, 'a number', Number.isFinite);
  }

  private numeric(key: SettingKey, what: string, isOne: (value: number) => boolean): number {
    const entry = settings[key];
    const value = this.read(key);
    if (entry.type !== 'integer' && entry.type !== 'number') {
      throw new Error(`${key} is no number.`);
    }
    const { minimum, maximum } = entry;
    if (typeof value === 'number' && isOne(value) && value >= minimum && value <= maximum) {
      return value;
    }
    const range = `from ${minimum} to ${maximum}`;
    this.complain(key, `must be ${what} ${range}; ${entry.default} is used`);
    return entry.default;
  }

  private flag(key: SettingKey): boolean {
    const entry = settings[key];
    const value = this.read(key);
    if (entry.type !== 'boolean') {
      throw new Error(`${key} is no boolean setting.`);
    }
    if (typeof value === 'boolean') {
      return value;
    }
    this.complain(key, `must be true or false; ${String(entry.default)} is used`);
    return entry.default;
  }

  /** One of the values that the setting allows; they are said again so that their type is known. */
  private oneOf<T extends string>(key: SettingKey, values: readonly T[]): T {
    const value = this.read(key);
    const fallback = settings[key].default;
    const found = values.find((one) => one === value) ?? values.find((one) => one === fallback);
    if (found === undefined) {
      throw new Error(`${key} has other values.`);
    }
    if (found !== value) {
      this.complain(key, `must be one of ${values.join(', ')}; ${found} is used`);
    }
    return found;
  }

  private texts(key: SettingKey): readonly string[] {
    const value = this.read(key);
    const list: readonly unknown[] = Array.isArray(value) ? value : [];
    const texts = list.filter((one) => typeof one === 'string');
    if (!Array.isArray(value) || texts.length !== list.length) {
      this.complain(key, 'must be a list of texts; what is none is left out');
    }
    return texts;
  }

  private bytesByTool(key: SettingKey): Readonly<Record<string, number>> {
    const value = this.read(key);
    if (isBytesByTool(value)) {
      return { ...value };
    }
    this.complain(key, 'must have a whole number from 0 for each tool; it is left out');
    return {};
  }

  private complain(key: SettingKey, problem: string): void {
    if (!this.complained.has(key)) {
      this.complained.add(key);
      this.log.warn(`Setting ${key} ${problem}.`);
    }
  }

  private read(key: SettingKey): unknown {
    return vscode.workspace.getConfiguration().get<unknown>(key);
  }
}
